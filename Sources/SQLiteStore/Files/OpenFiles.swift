import EntityStore
import Glibc

/// The paths and identities of the files that a connection has open, to detect that one was removed or replaced.
///
/// SQLite goes on with such a file: it reads old content, and what it writes is lost.
struct OpenFiles: Sendable {
  /// An open database file: its path, and its device and inode when it was opened.
  private struct File {
    let path: String
    let identity: DatabaseFileCheck.Identity
  }

  private let files: [File]
  /// The path of the main file; `nil` for a database in memory, which may have others attached.
  private let main: String?

  /// The files at `paths`, opened just now; `main` is the one that is the database itself, `nil` for one in memory.
  init(_ paths: [String] = [], main: String? = nil) {
    self.main = main
    files = paths.compactMap { path in
      DatabaseFileCheck.Identity(path).map { File(path: path, identity: $0) }
    }
  }

  /// Whether there are none: the database is in memory.
  var isEmpty: Bool { files.isEmpty }

  /// The name and location of the database.
  var place: DatabaseLocation {
    DatabaseLocation(
      name: main?.split(separator: "/").last.map(String.init),
      address: main,
      recognizedPath: main,
      files: parts
    )
  }

  /// The files, and those that SQLite makes beside them.
  ///
  /// Writing to such a file destroys the database; closing it after reading drops the locks that SQLite has
  /// on it in this process (sqlite.org/howtocorrupt.html, section 2.2).
  private var parts: [DatabaseLocation.File] {
    files.flatMap { file in
      let itself =
        file.path == main ? "is the database itself" : "is a database that is attached"
      let beside = ["-wal", "-shm", "-journal"].map {
        DatabaseLocation.File(path: file.path + $0, part: "belongs to the database")
      }
      return [DatabaseLocation.File(path: file.path, part: itself)] + beside
    }
  }

  /// Checks that each file is still the one that was opened; a removed one would go on giving its old rows.
  ///
  /// - Throws: ``StoreError/cannotOpen(_:)`` for the first one that was removed or replaced.
  func check() throws(StoreError) {
    for file in files {
      guard let identity = DatabaseFileCheck.Identity(file.path) else {
        throw .cannotOpen(
          "\(file.path) is missing (\(String(cString: strerror(errno)))); the rows shown are old; restore the file and reopen it."
        )
      }
      guard identity == file.identity else {
        throw .cannotOpen(
          "\(file.path) was replaced by another file; reopen it to see that."
        )
      }
    }
  }
}

extension DatabaseFileCheck.Identity {
  /// Makes the identity of the file at a path.
  ///
  /// `nil` if there is none, or the folder may not be read; `errno` holds the reason.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(device: status.st_dev, number: status.st_ino)
  }
}
