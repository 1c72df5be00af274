import CSQLite

/// An error that SQLite reported: its result codes, its message and the statement.
package struct SQLiteError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The primary result code: 19 for a constraint.
  package var code: Int32
  /// The code with its detail: 2067 for a unique constraint.
  package var extendedCode: Int32
  /// SQLite's own words.
  package var message: String
  /// The statement, if one was running or being prepared.
  package var sql: String?

  /// An error of the code given; `extendedCode` holds the detail and its low byte is ``code``.
  package init(extendedCode: Int32, message: String, sql: String? = nil) {
    code = extendedCode & 0xff
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
  }

  /// The code, the words and the statement.
  package var description: String {
    "SQLite error \(extendedCode): \(message)" + (sql.map { " in \($0)" } ?? "")
  }

  /// The last error of a connection.
  init(_ database: OpaquePointer?, code: Int32, sql: String? = nil) {
    var extended = code
    var message = sqlite3_errstr(code).map { String(cString: $0) } ?? "unknown error"
    if let database {
      // The connection's words belong to its last failure; they are only ours when the codes agree.
      let last = sqlite3_extended_errcode(database)
      if last & 0xff == code & 0xff {
        extended = last
        if let text = sqlite3_errmsg(database) { message = String(cString: text) }
      }
    }
    self.init(extendedCode: extended, message: message, sql: sql)
  }

  /// The meaning of a SQLite result code, such as `busy` or `foreignKey`, on which callers decide to retry, explain or give up.
  package enum Reason: Sendable, Hashable {
    case busy, interrupted, readOnly, readOnlyFolder, corrupt, notADatabase, cannotOpen,
      noPermission, full,
      inputOutput
    case unique, notNull, check, foreignKey, trigger, dataType, function, schemaChanged, tooBig,
      noMemory,
      other
  }

  /// The meaning of the error code.
  package var reason: Reason {
    switch extendedCode {
    case SQLITE_CONSTRAINT | (8 << 8), SQLITE_CONSTRAINT | (6 << 8), SQLITE_CONSTRAINT | (10 << 8):
      return .unique
    case SQLITE_CONSTRAINT | (5 << 8): return .notNull
    case SQLITE_CONSTRAINT | (1 << 8): return .check
    case SQLITE_CONSTRAINT | (3 << 8): return .foreignKey
    case SQLITE_CONSTRAINT | (7 << 8): return .trigger
    case SQLITE_CONSTRAINT | (12 << 8): return .dataType
    case SQLiteError.functionCode: return .function
    case SQLITE_READONLY | (6 << 8): return .readOnlyFolder
    default: break
    }
    switch code {
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy
    case SQLITE_INTERRUPT: return .interrupted
    case SQLITE_READONLY: return .readOnly
    case SQLITE_CORRUPT: return .corrupt
    case SQLITE_NOTADB: return .notADatabase
    case SQLITE_CANTOPEN: return .cannotOpen
    case SQLITE_PERM, SQLITE_AUTH: return .noPermission
    case SQLITE_FULL: return .full
    case SQLITE_IOERR: return .inputOutput
    case SQLITE_MISMATCH: return .dataType
    case SQLITE_SCHEMA: return .schemaChanged
    case SQLITE_TOOBIG: return .tooBig
    case SQLITE_NOMEM: return .noMemory
    default: return .other
    }
  }
}
