import CSQLite

/// A connection to an open SQLite database, with a cache of its prepared statements.
///
/// Belongs to one owner and is not shared between threads; ``interrupter`` is.
package final class Connection {
  /// The way a database file is opened: for reading only, for writing, to be created, or without locks.
  package enum Mode: Sendable, Hashable {
    /// Nothing can be written: the file is opened for reading, `query_only` is on and an authorizer
    /// keeps it so.
    case readOnly
    /// The file must exist.
    case readWrite
    /// The file is made when it does not exist.
    case create
    /// Read only, and promised not to change: no locks, no side files. For files on read-only media.
    case immutable
    /// Read only, while no other program has the file open: no locks, nothing is made beside it. Unlike ``immutable`` it
    /// reads what the log of a WAL database holds.
    case unshared

    /// Whether the file is opened for reading only.
    package var isReadOnly: Bool {
      switch self {
      case .readOnly, .immutable, .unshared: true
      case .readWrite, .create: false
      }
    }
  }

  /// The trust in the schema of the opened files: given, refused, or needed to use the file.
  ///
  /// SQLite lets an untrusted schema call only functions that it considers innocuous.
  package enum SchemaTrust: Sendable, Hashable {
    /// The program has made it.
    case given
    /// The schema is untrusted.
    case refused
    /// The schema is untrusted, but the file cannot be used unless it is trusted; with the reason.
    case needed(String)
  }

  let handle: DatabaseHandle
  /// Whether the schema is trusted; it is until ``distrustSchema()``.
  package internal(set) var schemaTrust = SchemaTrust.given
  private var cache: [BytewiseText: Statement] = [:]
  /// How many milliseconds a statement waits for another program's lock unless told otherwise.
  package static let standardBusyTimeout: Int32 = 250
  /// How many statements are kept prepared before the cache is emptied.
  private static let cacheLimit = 200

  /// Opens the file at `path`.
  ///
  /// SQLite reads nothing before the first statement, so that a file that is no database is found then.
  /// - Throws: when the file cannot be opened; nothing is created unless `mode` says so.
  ///
  /// With `temporaryTables` a connection that may not write can still make temporary tables, in files of its own. One that
  /// is not `sealed` can write to what is attached to it, though its own file is opened for reading.
  package init(
    path: String,
    mode: Mode,
    temporaryTables: Bool = false,
    sealed: Bool = true
  ) throws(SQLiteError) {
    let flags =
      mode == .create
      ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      : mode.isReadOnly && sealed ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
    handle = try Self.open(Self.uri(path, mode), flags)
    if mode == .unshared {
      try lockingExclusively { () throws(SQLiteError) in try execute("PRAGMA schema_version") }
    }
    let isSealed = mode.isReadOnly && sealed
    try configure(readOnly: isSealed && !temporaryTables)
    // Any address says that temporary tables are allowed.
    if isSealed && temporaryTables { allowReadingOnly(UnsafeMutableRawPointer(handle.pointer)) }
  }

  /// An empty database in memory.
  package init() throws(SQLiteError) {
    handle = try Self.open(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    try configure(readOnly: false)
  }

  private static func open(_ name: String, _ flags: Int32) throws(SQLiteError) -> DatabaseHandle {
    guard !name.utf8.contains(0) else {
      throw SQLiteError(extendedCode: SQLITE_CANTOPEN, message: "the path has a NUL in it")
    }
    var pointer: OpaquePointer?
    // One owner at a time, so that SQLite's own locking of the connection is not needed; interrupting is
    // safe without it.
    let code = sqlite3_open_v2(
      name,
      &pointer,
      flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_URI,
      nil
    )
    guard code == SQLITE_OK, let pointer else {
      let error = SQLiteError(pointer, code: code)
      sqlite3_close_v2(pointer)
      throw error
    }
    return DatabaseHandle(pointer)
  }

  /// The name of a file for SQLite, which tells how it is opened, whatever its connection could do.
  static func uri(_ path: String, _ mode: Mode) -> String {
    let query =
      switch mode {
      case .readOnly: "mode=ro"
      case .immutable: "mode=ro&immutable=1"
      case .unshared: "mode=ro&vfs=unix-none"
      case .readWrite: "mode=rw"
      case .create: "mode=rwc"
      }
    let digits = Array("0123456789ABCDEF".utf8)
    // An absolute path stands behind an empty authority; without, two slashes at its beginning would be taken for one.
    var bytes = Array((path.utf8.first == UInt8(ascii: "/") ? "file://" : "file:./").utf8)
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "%"):
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self) + "?" + query
  }

  private func configure(readOnly: Bool) throws(SQLiteError) {
    sqlite3_busy_timeout(handle.pointer, Self.standardBusyTimeout)
    try takePrecautions()
    // Damaged cells are looked for, and a file that is cut short meanwhile is an error and no signal.
    try execute("PRAGMA foreign_keys=ON; PRAGMA cell_size_check=ON; PRAGMA mmap_size=0")
    if readOnly { try makeReadOnly() }
  }

  /// Stops running statements from any thread.
  package var interrupter: Interrupter { handle.interrupter }

  /// How long a statement waits for another program's lock before it fails with ``SQLiteError/Reason/busy``.
  package func setBusyTimeout(milliseconds: Int32) {
    sqlite3_busy_timeout(handle.pointer, milliseconds)
  }

  /// A new statement of its own.
  package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    try Statement(sql, handle: handle, isPersistent: false)
  }

  /// A statement that is kept prepared, reset and with its parameters cleared; a new one when it is in use.
  package func cached(_ sql: String) throws(SQLiteError) -> Statement {
    let key = BytewiseText(sql)
    if let index = cache.index(forKey: key), isKnownUniquelyReferenced(&cache.values[index]) {
      let statement = cache.values[index]
      statement.reset()
      statement.clearBindings()
      return statement
    }
    let statement = try Statement(sql, handle: handle, isPersistent: true)
    if cache.count >= Self.cacheLimit { cache.removeAll() }
    cache[key] = statement
    return statement
  }

  /// Forgets the prepared statements; needed before the schema is changed by others, or to free memory.
  package func clearCache() { cache.removeAll() }

  /// Lets nothing be written from now on; cannot be taken back.
  package func makeReadOnly() throws(SQLiteError) {
    try execute("PRAGMA query_only=ON")
    allowReadingOnly(nil)
  }

  private func allowReadingOnly(_ context: UnsafeMutableRawPointer?) {
    handle.readingContext = .some(context)
    sqlite3_set_authorizer(handle.pointer, authorizeReading, context)
  }
}
