package import EntityStore
package import FoundationEssentials
import Glibc
import SQLite

/// The log of saves for undo, kept in a separate SQLite file that only its owner can read.
package final class SQLiteSaveLog: SaveLog {
  private let path: String

  /// The log in the file at `path`, made where it is missing.
  ///
  /// - Throws: ``StoreError/cannotOpen(_:)``
  package init(path: String) throws(StoreError) {
    self.path = path
    try perform { _ in }
  }

  /// How many bytes the rows of all saves may have; the oldest go.
  private static let byteLimit: Int64 = 64 << 20

  package func begin(
    _ save: LoggedSave,
    rows: [Data]?,
    keeping count: Int
  ) throws(StoreError) -> Int64 {
    try perform { (connection) throws(SQLiteError) in
      try connection.begin(.immediate)
      try connection.run(
        "INSERT INTO save(state, time, user, summary, omission, size) VALUES(?, ?, ?, ?, ?, ?)",
        [
          .int(Int64(save.state.rawValue)), .double(save.time), .text(save.userName),
          .text(save.summary), save.omission.map { .text($0) } ?? .null,
          .int(Int64(rows?.reduce(0) { $0 + $1.count } ?? 0)),
        ]
      )
      let number = connection.lastInsertRowID
      let insertion = try connection.prepare("INSERT INTO saved_rows(number, rows) VALUES(?, ?)")
      try insertion.bind(.int(number), at: 1)
      func insert(_ bytes: UnsafeRawBufferPointer) -> Result<Void, SQLiteError> {
        Result { () throws(SQLiteError) in
          try insertion.bind(uncopied: bytes, at: 2)
          while try insertion.step() {}
          insertion.reset()
        }
      }
      for part in rows ?? [] { try part.withUnsafeBytes(insert).get() }
      try connection.run(
        """
        DELETE FROM save WHERE number <> ?1 AND number IN (SELECT number FROM (SELECT number,
          row_number() OVER (ORDER BY number DESC) AS place,
          sum(size) OVER (ORDER BY number DESC) AS size FROM save) WHERE place > ?2 OR size > ?3)
        """,
        [.int(number), .int(Int64(count)), .int(Self.byteLimit)]
      )
      try connection.commit()
      return number
    }
  }

  package func note(_ number: Int64, as state: LoggedSave.State) throws(StoreError) {
    // What has become of a save is found out by its rows where that is lost with the power.
    let mayBeLost = state == .done || state == .takenBack
    try perform(mayBeLost: mayBeLost) { (connection) throws(SQLiteError) in
      try connection.run(
        "UPDATE save SET state = ? WHERE number = ?",
        [.int(Int64(state.rawValue)), .int(number)]
      )
    }
  }

  package func drop(_ number: Int64) throws(StoreError) {
    try perform { (connection) throws(SQLiteError) in
      try connection.run("DELETE FROM save WHERE number = ?", [.int(number)])
    }
  }

  package func saves(before number: Int64?, count: Int) throws(StoreError) -> [LoggedSave] {
    try saves(
      "WHERE number < ? ORDER BY number DESC LIMIT ?",
      [.int(number ?? .max), .int(Int64(count))]
    )
  }

  package func openSaves() throws(StoreError) -> [LoggedSave] {
    let open = [LoggedSave.State.begun, .reverting].map { SQLiteValue.int(Int64($0.rawValue)) }
    return try saves("WHERE state IN (?, ?) ORDER BY number", open)
  }

  private func saves(_ clauses: String, _ values: [SQLiteValue]) throws(StoreError) -> [LoggedSave]
  {
    try perform { (connection) throws(SQLiteError) in
      try connection.rows(
        "SELECT number, state, time, user, summary, omission FROM save " + clauses,
        values
      ) { row in
        LoggedSave(
          number: row.int(0),
          state: LoggedSave.State(rawValue: Int(row.int(1))) ?? .begun,
          time: row[2].double,
          userName: row.text(3),
          summary: row.text(4),
          omission: row.isNull(5) ? nil : row.text(5)
        )
      }
    }
  }

  package func rows(of number: Int64) throws(StoreError) -> Data? {
    try perform { (connection) throws(SQLiteError) in
      let parts = try connection.rows(
        "SELECT rows FROM saved_rows WHERE number = ? ORDER BY part",
        [.int(number)]
      ) { row in row[0].withBlob { Data($0) } }
      return parts.isEmpty ? nil : Data(parts.joined())
    }
  }

  /// Opens the file for one thing: it may be gone, and made again, at any time.
  ///
  /// The file is whole whatever happens; what `mayBeLost` may be as it was before, after a power loss.
  private func perform<Result>(
    mayBeLost: Bool = false,
    _ body: (Connection) throws(SQLiteError) -> Result
  ) throws(StoreError) -> Result {
    let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .cannotOpen("\(path): \(String(cString: strerror(errno)))") }
    close(descriptor)
    do throws(SQLiteError) {
      let connection = try Connection(path: path, mode: .readWrite)
      connection.setBusyTimeout(milliseconds: 2_000)
      let synchronous = mayBeLost ? "FULL" : "EXTRA"
      try connection.execute("PRAGMA synchronous=\(synchronous); PRAGMA secure_delete=ON")
      if try Self.version(of: connection) < Self.version { try Self.setUp(connection) }
      return try body(connection)
    } catch { throw .cannotOpen("\(path): \(error.message)") }
  }

  // MARK: Tables

  /// The version of the table layout.
  ///
  /// Version 0 kept the rows in the table of the saves; version 1 has a table of its own for them.
  private static let version: Int64 = 1

  private static func version(of connection: Connection) throws(SQLiteError) -> Int64 {
    guard case .int(let version) = try connection.scalar("PRAGMA user_version") else { return 0 }
    return version
  }

  private static func setUp(_ connection: Connection) throws(SQLiteError) {
    try connection.begin(.immediate)
    // Another program may have come first.
    guard try version(of: connection) < version else { return connection.rollBack() }
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS save(number INTEGER PRIMARY KEY AUTOINCREMENT, state INT NOT NULL, time REAL NOT NULL,
        user TEXT NOT NULL, summary TEXT NOT NULL, omission TEXT, size INT NOT NULL DEFAULT 0);
      CREATE TABLE saved_rows(part INTEGER PRIMARY KEY, number INT NOT NULL, rows BLOB NOT NULL);
      CREATE INDEX saved_rows_of ON saved_rows(number);
      CREATE TRIGGER forgotten AFTER DELETE ON save BEGIN DELETE FROM saved_rows WHERE number = OLD.number; END
      """
    )
    if try connection.scalar("SELECT 1 FROM pragma_table_info('save') WHERE name = 'rows'") != nil {
      try connection.execute(
        """
        ALTER TABLE save ADD COLUMN size INT NOT NULL DEFAULT 0;
        UPDATE save SET size = ifnull(length(rows), 0);
        INSERT INTO saved_rows(number, rows) SELECT number, rows FROM save WHERE rows IS NOT NULL;
        ALTER TABLE save DROP COLUMN rows
        """
      )
    }
    try connection.execute("PRAGMA user_version = \(version)")
    try connection.commit()
  }
}
