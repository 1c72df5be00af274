import Glibc

/// A new folder, removed with its files when the test that made it is over.
final class TemporaryFolder {
  let path: String

  init() {
    var template = Array("/tmp/d2t-tests-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp/d2t-tests"
  }

  /// The names of the files in it.
  var names: [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  deinit {
    for name in names { unlink(path + "/" + name) }
    rmdir(path)
  }
}
