import CSQLite
import Glibc

extension Connection {
  /// The columns that a statement reads, as SQLite itself resolves its names; `ROWID` where it reads the rowid.
  ///
  /// - Throws: when the statement cannot be prepared.
  package func columnsRead(by sql: String) throws(SQLiteError) -> Set<String> {
    // A statement that reads none of a table's columns reads the empty one.
    Set(
      try handle.accesses(of: sql).filter { $0.action == SQLITE_READ && !$0.column.isEmpty }.map(
        \.column
      )
    )
  }
}

extension DatabaseHandle {
  private typealias Note = Callback<(_ access: Access) -> Void>

  /// An access of a statement to a column or table, with names as SQLite resolves them.
  fileprivate struct Access {
    let action: Int32
    let table: String
    let column: String
    let schemaName: String
    /// Whether a view or trigger does it.
    let isIndirect: Bool
  }

  /// Whether a statement reads and writes nothing but what tables store: no view, no trigger, and no table of which the schema
  /// calls what makes long values of short ones.
  func usesOnlyStored(_ sql: String) -> Bool {
    do throws(SQLiteError) {
      let accesses = try accesses(of: sql)
      let tables = Set(accesses.map { [$0.schemaName, $0.table] }).filter { !$0[1].isEmpty }
      guard !tables.isEmpty, !accesses.contains(where: \.isIndirect) else { return false }
      for table in tables where try computes(table[1], in: table[0]) { return false }
      return true
    } catch { return false }
  }

  /// Whether one of the files is so long that it may hold a value which is longer than what may be computed.
  var mayHoldLongValues: Bool {
    guard sqlite3_limit(pointer, SQLITE_LIMIT_LENGTH, -1) <= Connection.longestComputed else {
      return false
    }
    do throws(SQLiteError) {
      let list = try Statement("PRAGMA database_list", handle: self, isPersistent: false)
      while try list.step() {
        let path = list.text(2)
        let size = ["", "-wal"].reduce(0) { $0 + Self.size(path + $1) }
        if size > Int(Connection.longestComputed) { return true }
      }
    } catch {}
    return false
  }

  private static func size(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Whether a table is a view or virtual, has triggers, or is declared or indexed with what can make long values.
  private func computes(_ table: String, in schemaName: String) throws(SQLiteError) -> Bool {
    let catalogue = schemaName == "temp" ? "sqlite_temp_schema" : "sqlite_schema"
    let schema = schemaName.replacing("\"", with: "\"\"")
    let calls = Self.lengthening.map { "sql LIKE '%\($0)%'" }.joined(separator: " OR ")
    let question = try Statement(
      """
      SELECT count(*) FROM "\(schema)".\(catalogue) WHERE lower(tbl_name) = lower(?)
        AND (type IN ('view', 'trigger') OR type = 'table' AND rootpage = 0 OR \(calls))
      """,
      handle: self,
      isPersistent: false
    )
    try question.bind(.text(table), at: 1)
    return try question.step() && question.int(0) > 0
  }

  /// Spellings of functions and operators that make long values.
  private static let lengthening = [
    "blob(", "printf(", "format(", "replace(", "hex(", "quote(", "concat", "string_agg(", "||",
    "unistr(", "json(", "jsonb", "json_arr", "json_group", "json_ins", "json_obj", "json_p",
    "json_re", "json_set",
  ]

  fileprivate func accesses(of sql: String) throws(SQLiteError) -> [Access] {
    var accesses: [Access] = []
    let note = Note { accesses.append($0) }
    sqlite3_set_authorizer(
      pointer,
      { data, action, table, column, schemaName, origin in
        guard let data, [SQLITE_READ, SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE].contains(action)
        else { return SQLITE_OK }
        func text(_ pointer: UnsafePointer<CChar>?) -> String {
          pointer.map { String(cString: $0) } ?? ""
        }
        let access = Access(
          action: action,
          table: text(table),
          column: text(column),
          schemaName: text(schemaName),
          isIndirect: origin != nil
        )
        Note.at(data) { $0(access) }
        return SQLITE_OK
      },
      note.pointer
    )
    defer {
      sqlite3_set_authorizer(pointer, nil, nil)
      if let readingContext {
        sqlite3_set_authorizer(pointer, authorizeReading, readingContext)
      }
    }
    _ = try withExtendedLifetime(note) { () throws(SQLiteError) in
      try Statement(sql, handle: self, isPersistent: false)
    }
    return accesses
  }
}
