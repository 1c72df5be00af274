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

  /// Writes a file and gives its path.
  func write(_ contents: [UInt8], to name: String) -> String {
    let path = self.path + "/" + name
    guard let file = fopen(path, "w") else { return path }
    fwrite(contents, 1, contents.count, file)
    fclose(file)
    return path
  }

  /// Copies a file and gives the path of the copy.
  func copy(_ original: String, to name: String) throws -> String {
    guard let file = fopen(original, "r") else { throw MissingFile(path: original) }
    defer { fclose(file) }
    var contents: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&bytes, 1, bytes.count, file), count > 0 {
      contents += bytes[..<count]
    }
    return write(contents, to: name)
  }

  /// Copies a database with the files that belong to it, and gives the path of the copy.
  func copyDatabase(_ original: String) throws -> String {
    let path = try copy(original, to: "copy.db")
    for suffix in ["-wal", "-journal"] where access(original + suffix, R_OK) == 0 {
      _ = try copy(original + suffix, to: "copy.db" + suffix)
    }
    return path
  }

  /// A file to be copied that is not there.
  struct MissingFile: Error {
    let path: String
  }

  private static func names(in path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  deinit { Self.remove(path) }

  private static func remove(_ path: String) {
    for name in names(in: path) where unlink(path + "/" + name) != 0 {
      remove(path + "/" + name)
    }
    rmdir(path)
  }
}
