package import EntityStore
package import FoundationEssentials
import Glibc
import SQLite

/// A log of saves in a database file of its own, which only its owner can read.
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
    rows: Data?,
    keeping count: Int
  ) throws(StoreError) -> Int64 {
    try perform { (connection) throws(SQLiteError) in
      try connection.begin(.immediate)
      let insertion = try connection.prepare(
        "INSERT INTO save(state, time, user, summary, omission, rows) VALUES(?, ?, ?, ?, ?, ?)"
      )
      try insertion.bind([
        .int(Int64(save.state.rawValue)), .double(save.time), .text(save.userName),
        .text(save.summary), save.omission.map { .text($0) } ?? .null,
      ])
      func insert(_ rows: UnsafeRawBufferPointer?) -> Result<Void, SQLiteError> {
        Result { () throws(SQLiteError) in
          if let rows { try insertion.bind(uncopied: rows, at: 6) }
          while try insertion.step() {}
          insertion.reset()
        }
      }
      try (rows.map { $0.withUnsafeBytes(insert) } ?? insert(nil)).get()
      let number = connection.lastInsertRowID
      try connection.run(
        """
        DELETE FROM save WHERE number <> ?1 AND number IN (SELECT number FROM (SELECT number,
          row_number() OVER (ORDER BY number DESC) AS place,
          sum(ifnull(length(rows), 0)) OVER (ORDER BY number DESC) AS size FROM save) WHERE place > ?2 OR size > ?3)
        """,
        [.int(number), .int(Int64(count)), .int(Self.byteLimit)]
      )
      try connection.commit()
      return number
    }
  }

  package func note(_ number: Int64, as state: LoggedSave.State) throws(StoreError) {
    try perform { (connection) throws(SQLiteError) in
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
      guard
        case .blob(let bytes) = try connection.scalar(
          "SELECT rows FROM save WHERE number = ?",
          [.int(number)]
        )
      else { return nil }
      return Data(bytes)
    }
  }

  /// Opens the file for one thing: it may be gone, and made again, at any time.
  private func perform<Result>(
    _ body: (Connection) throws(SQLiteError) -> Result
  ) throws(StoreError) -> Result {
    let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .cannotOpen("\(path): \(String(cString: strerror(errno)))") }
    close(descriptor)
    do throws(SQLiteError) {
      let connection = try Connection(path: path, mode: .readWrite)
      connection.setBusyTimeout(milliseconds: 2_000)
      try connection.execute(
        """
        PRAGMA synchronous=EXTRA; PRAGMA secure_delete=ON;
        CREATE TABLE IF NOT EXISTS save(number INTEGER PRIMARY KEY AUTOINCREMENT, state INT NOT NULL, time REAL NOT NULL,
          user TEXT NOT NULL, summary TEXT NOT NULL, omission TEXT, rows BLOB)
        """
      )
      return try body(connection)
    } catch { throw .cannotOpen("\(path): \(error.message)") }
  }
}
