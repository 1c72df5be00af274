import EntityStore
import Formatting
import Glibc
import SQLite

/// A check of a database file before SQLite opens it, to report the real reason why it cannot be opened or written.
struct DatabaseFileCheck: Sendable {
  let path: String
  let mode: Connection.Mode
  /// Why the file cannot be written; `nil` when it can, or was to be opened for reading.
  let readOnlyReason: String?
  /// The device and inode of the file; `nil` if the file does not exist yet.
  let identity: Identity?
  /// The reason that a WAL database is read as it stands, if that came up when it was opened.
  private(set) var obstacle: String?

  /// The device and inode number of a file, which show whether a path still leads to the file that was opened.
  struct Identity: Hashable {
    let device: dev_t
    let number: ino_t
  }

  /// - Throws: ``StoreError/cannotOpen(_:)`` for what is no file that could be opened.
  init(
    path: String,
    readOnly: Bool,
    create: Bool = false,
    isAttached: Bool = false
  ) throws(StoreError) {
    self.path = path
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT, create, !readOnly else {
        throw Self.missing(path, errno, isAttached: isAttached)
      }
      (mode, readOnlyReason, identity) = (.create, nil, nil)
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .cannotOpen("\(path): this is a folder; name a database file in it.")
    default: throw .cannotOpen("\(path): this is not a regular file.")
    }
    for suffix in ["-journal", "-wal", "-shm"] where Self.isSpecial(path + suffix) {
      throw .cannotOpen(
        "\(path)\(suffix): this is not a regular file, and SQLite would use it as a database file;"
          + " move it away."
      )
    }
    guard access(path, R_OK) == 0 else {
      throw .cannotOpen("\(path): no permission to read this file.")
    }
    guard status.st_size > 0 || create else {
      throw .cannotOpen(
        "\(path): the file is empty"
          + (isAttached ? " and not a database." : "; --create makes it a database.")
      )
    }
    identity = Identity(device: status.st_dev, number: status.st_ino)
    readOnlyReason = readOnly ? nil : Self.refusalOfWrites(to: path)
    mode = readOnly || readOnlyReason != nil ? .readOnly : .readWrite
  }

  /// Whether a path leads to something that cannot be read as a file: who opens a pipe may wait for ever.
  private static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  private static func missing(_ path: String, _ code: Int32, isAttached: Bool) -> StoreError {
    switch code {
    case ENOENT where isAttached: .cannotOpen("\(path): no such file; check --attach.")
    case ENOENT: .cannotOpen("\(path): there is no such file; --create makes a new database.")
    case EACCES: .cannotOpen("\(path): no permission to open its folder.")
    case ENOTDIR: .cannotOpen("\(path): part of the path is a file, not a folder.")
    default: .cannotOpen("\(path): \(String(cString: strerror(code))).")
    }
  }

  /// Why SQLite could not write the file, or not the journal that it needs beside it.
  private static func refusalOfWrites(to path: String) -> String? {
    guard access(path, W_OK) == 0 else {
      return errno == EROFS ? "its file system is read-only" : "no permission to write it"
    }
    if isFolderWritable(of: path) { return nil }
    // A WAL database needs no new files while those of another program are there.
    if ["-wal", "-shm"].allSatisfy({ access(path + $0, R_OK | W_OK) == 0 }) { return nil }
    return "no permission to write its folder, which SQLite needs"
  }

  /// A sentence that names the file and says why it cannot be written; `nil` if it can.
  var sentenceAboutWriting: String? {
    readOnlyReason.map { reason in
      "\(path.split(separator: "/").last ?? path[...]) can only be read: \(reason)"
    }
  }

  private static func isFolderWritable(of path: String) -> Bool {
    let end = path.lastIndex(of: "/")
    let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    return access(folder, W_OK | X_OK) == 0
  }

  // MARK: Opening

  /// How the file is opened.
  ///
  /// A WAL database needs its side files to be read. Where there are none, and they may not be made or would be left
  /// behind, the file alone is all there is. A log whose index is gone was left by a program that has ended; where the
  /// index may not be made anew, it is made in memory, which takes that no other program has the file open.
  var openingMode: Connection.Mode {
    guard mode == .readOnly, isWAL else { return mode }
    if obstacle != nil { return size(of: "-wal") > 0 ? .unshared : .immutable }
    guard access(path + "-wal", F_OK) == 0 else { return .immutable }
    guard access(path + "-shm", F_OK) != 0, !Self.isFolderWritable(of: path) else { return mode }
    return .unshared
  }

  /// The check for a file read as it stands, if SQLite could not make the files that a WAL database needs beside it.
  ///
  /// `nil` for any other error.
  func immutableFallback(after error: SQLiteError) -> DatabaseFileCheck? {
    let reasons: [SQLiteError.Reason] = [
      .inputOutput, .full, .cannotOpen, .readOnly, .readOnlyFolder, .noPermission,
    ]
    guard obstacle == nil, isWAL, reasons.contains(error.reason), let obstacle = mediumObstacle
    else { return nil }
    let check = DatabaseFileCheck(
      path: path,
      mode: .readOnly,
      readOnlyReason: mode == .readOnly ? readOnlyReason : obstacle,
      identity: identity,
      obstacle: obstacle
    )
    return check
  }

  private init(
    path: String,
    mode: Connection.Mode,
    readOnlyReason: String?,
    identity: Identity?,
    obstacle: String
  ) {
    (self.path, self.mode, self.identity) = (path, mode, identity)
    (self.readOnlyReason, self.obstacle) = (readOnlyReason, obstacle)
  }

  /// A sentence that the file is read as it stands, and why; `nil` where it is read as always.
  var readingNote: String? {
    guard let reason = obstacle ?? readOnlyReason, [.immutable, .unshared].contains(openingMode)
    else { return nil }
    let name = path.split(separator: "/").last ?? path[...]
    return "\(name) is read as a snapshot; changes by other programs do not show: \(reason)"
  }

  /// The reason that the medium takes no file as long as the index of a log; `nil` if it takes one.
  private var mediumObstacle: String? {
    let end = path.lastIndex(of: "/")
    let folder = end.map { $0 == path.startIndex ? "" : String(path[..<$0]) } ?? "."
    var name = Array((folder + "/.d2t-XXXXXX").utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { return Self.obstacle(errno) }
    unlink(name)
    defer { close(descriptor) }
    let bytes = [UInt8](repeating: 0, count: 1 << 15)
    var written = 0
    while written < bytes.count {
      let count = write(descriptor, bytes, bytes.count - written)
      guard count > 0 else { return Self.obstacle(errno) }
      written += count
    }
    return nil
  }

  private static func obstacle(_ code: Int32) -> String {
    code == ENOSPC || code == EDQUOT
      ? "its file system is full" : "no file can be created beside it"
  }

  /// The bytes of a file beside it; 0 for a missing one.
  private func size(of ending: String) -> Int {
    var status = stat()
    return stat(path + ending, &status) == 0 ? Int(status.st_size) : 0
  }

  /// How the file is opened once more, only to be read.
  var readingMode: Connection.Mode { mode.isReadOnly ? openingMode : .readOnly }

  /// Bytes 18 and 19 of the header say which journal the file is written with.
  private var isWAL: Bool { header.count == 20 && header[18] == 2 && header[19] == 2 }

  private var header: [UInt8] { Self.header(of: path) }

  /// The first 20 bytes of a file; fewer where it has no more, or cannot be read.
  static func header(of path: String) -> [UInt8] {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 20)
    let count = read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(count, 0)))
  }

  // MARK: What SQLite says

  /// Returns a helpful message for an error on opening the file.
  func sentence(for error: SQLiteError) -> String {
    if error.reason == .notADatabase, !header.isOfSQLite {
      return "this is not an SQLite database, or it is encrypted."
    }
    if error.message.contains("same text encoding") {
      return
        "its text encoding differs from the main database, so SQLite cannot attach it; "
        + "open it by itself."
    }
    return Self.sentence(for: error)
  }

  /// Returns a helpful message for an error on reading the schema.
  static func sentence(for error: SQLiteError) -> String {
    switch error.reason {
    case .notADatabase, .corrupt:
      "the database is damaged (\(error.message)); restore it from a copy."
    case .busy:
      "another program has locked the database; try again when it is done."
    case .readOnlyFolder:
      "SQLite needs files beside it; ask for write permission on its folder."
    case .readOnly, .noPermission:
      "its journal has unfinished changes; ask for write permission on its folder."
    case .cannotOpen:
      "the database cannot be opened (\(error.message)); check the rights of its folder."
    default:
      "the schema cannot be read (\(error.message))."
    }
  }
}

extension [UInt8] {
  /// Whether these first bytes of a file are those of a SQLite database.
  var isOfSQLite: Bool { starts(with: "SQLite format 3".utf8) }
}
