import CSQLite
import Workspace

/// The C library as it is, for comparison.
final class RawDatabase {
  private let handle: OpaquePointer

  convenience init(_ path: String) throws { try self.init(path, SQLITE_OPEN_READWRITE) }

  /// Makes a file that is not there.
  convenience init(creating path: String) throws {
    try self.init(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
  }

  private init(_ path: String, _ flags: Int32) throws {
    var pointer: OpaquePointer?
    let code = sqlite3_open_v2(path, &pointer, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let pointer else { throw UsageError("cannot open '\(path)'") }
    handle = pointer
  }

  deinit { sqlite3_close_v2(handle) }

  /// A statement that is kept prepared.
  func prepare(_ sql: String) throws -> RawStatement {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw UsageError("cannot prepare '\(sql)': \(String(cString: sqlite3_errmsg(handle)))")
    }
    return RawStatement(statement, sql)
  }

  /// Runs a script; what it selects is thrown away.
  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw UsageError("'\(sql)' failed: \(String(cString: sqlite3_errmsg(handle)))")
    }
  }
}

/// A prepared statement as C programs use them.
final class RawStatement {
  private let pointer: OpaquePointer
  private let sql: String

  fileprivate init(_ pointer: OpaquePointer, _ sql: String) {
    (self.pointer, self.sql) = (pointer, sql)
  }

  deinit { sqlite3_finalize(pointer) }

  /// Sets a parameter, from 1 on.
  func bind(_ value: Int64, at index: Int32) { sqlite3_bind_int64(pointer, index, value) }

  /// Looks at every column of every row, and makes it ready to be run again.
  /// - Returns: how many rows there were.
  @discardableResult
  func run() throws -> Int {
    defer { sqlite3_reset(pointer) }
    let columns = sqlite3_column_count(pointer)
    var (rows, sum) = (0, 0)
    while true {
      switch sqlite3_step(pointer) {
      case SQLITE_ROW:
        rows += 1
        for column in 0..<columns { sum &+= look(at: column) }
      case SQLITE_DONE:
        // The sum is asked for, so that no look is optimised away.
        guard sum != .min else { throw UsageError("'\(sql)' read a strange sum") }
        return rows
      default: throw UsageError("'\(sql)' failed")
      }
    }
  }

  private func look(at column: Int32) -> Int {
    switch sqlite3_column_type(pointer, column) {
    case SQLITE_INTEGER: Int(truncatingIfNeeded: sqlite3_column_int64(pointer, column))
    case SQLITE_FLOAT: Int(sqlite3_column_double(pointer, column))
    case SQLITE_TEXT:
      Int(sqlite3_column_text(pointer, column)?.pointee ?? 0)
        + Int(sqlite3_column_bytes(pointer, column))
    default: 0
    }
  }
}
