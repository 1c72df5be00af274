import Glibc

/// A new folder for a database, removed when the test that made it is over.
final class FaultFolder {
  let path: String

  /// The database in the folder.
  let database: String

  init(_ name: String) {
    var template = Array("/tmp/d2t-tests-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp/d2t-tests"
    database = "\(path)/\(name).db"
  }

  /// Puts a copy of `bytes` in the place of the database; nothing is left beside it.
  func reset(to bytes: [UInt8]) {
    for ending in ["-journal", "-wal", "-shm"] { unlink(database + ending) }
    guard let file = fopen(database, "w") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  /// What is in the database file.
  var bytes: [UInt8] { Self.bytes(of: database) }

  /// What is in a file.
  static func bytes(of path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var contents: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      contents += chunk[..<count]
    }
    return contents
  }

  deinit {
    for ending in ["", "-journal", "-wal", "-shm"] { unlink(database + ending) }
    rmdir(path)
  }
}

/// How long a run is: the value of a variable, else modest.
func length(_ variable: String, or standard: Int) -> Int {
  getenv(variable).flatMap { Int(String(cString: $0)) } ?? standard
}
