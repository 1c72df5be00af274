import Glibc

/// The bytes of a database and of what SQLite keeps beside it.
package struct DatabaseFiles: Sendable {
  /// The suffixes of the files that SQLite keeps for a database, with the empty one for the database itself.
  package static let endings = ["", "-journal", "-wal", "-shm"]

  private var bytes: [String: [UInt8]] = [:]

  /// The database alone.
  package init(main: [UInt8]) { bytes[""] = main }

  /// Reads the files at `path`, except for the shared memory, which SQLite rebuilds when it opens a database.
  package init(_ path: String) {
    for ending in Self.endings where ending != "-shm" { bytes[ending] = Self.read(path + ending) }
  }

  /// Puts copies in the place of what is there.
  package func write(to path: String) {
    for ending in Self.endings {
      unlink(path + ending)
      guard let bytes = bytes[ending], let file = fopen(path + ending, "w") else { continue }
      fwrite(bytes, 1, bytes.count, file)
      fclose(file)
    }
  }

  /// Returns the bytes of a file; `nil` when it cannot be opened.
  package static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var contents: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      contents += chunk[..<count]
    }
    return contents
  }
}
