import Glibc
import Testing

/// The entry point of the tests.
///
/// SwiftPM writes the same one where it looks for XCTest classes in the compiler's index; there are none here, and writing
/// the index takes a seventh of the build.
@main
struct Runner {
  static func main() async {
    leaveHome()
    await Testing.__swiftPMEntryPoint() as Never
  }

  /// The folder that stands for those of the person who runs the tests; `nil` where none can be made.
  private static let folder: String? = {
    var template = Array("/tmp/d2t-home-XXXXXX".utf8CString)
    return mkdtemp(&template).map { String(cString: $0) }
  }()

  /// Gives the run a home of its own for state and rules, and removes it at the end.
  ///
  /// No test reads or writes the files of the person who runs it, and neither do the programs that tests start.
  private static func leaveHome() {
    guard let folder else {
      perror("tests: no folder for the run can be made in /tmp; make room there")
      exit(1)
    }
    setenv("XDG_STATE_HOME", folder, 1)
    setenv("XDG_CONFIG_HOME", folder, 1)
    atexit { if let folder = Runner.folder { Runner.remove(folder) } }
  }

  private static func remove(_ path: String) {
    guard unlink(path) != 0, let directory = opendir(path) else { return }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { remove("\(path)/\(name)") }
    }
    closedir(directory)
    rmdir(path)
  }
}
