import Glibc

/// A new folder, removed with its files when the test that made it is over.
final class TemporaryFolder {
  let path: String

  /// In memory where there is plenty of it: databases that are thrown away need not wait for a disk.
  ///
  /// Both are of one length, for messages show it.
  private static let template: String = {
    var room = statvfs()
    let isRoomy =
      statvfs("/dev/shm", &room) == 0 && access("/dev/shm", W_OK) == 0
      && UInt64(room.f_bavail) * UInt64(room.f_frsize) > 4 << 30
    return isRoomy ? "/dev/shm/d2t-t-XXXXXX" : "/tmp/d2t-tests-XXXXXX"
  }()

  init() {
    var template = Array(Self.template.utf8CString)
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
