import CSQLite

extension Connection {
  private typealias Note = Callback<(_ column: String) -> Void>

  /// The columns that a statement reads, as SQLite itself resolves its names; `ROWID` where it reads the rowid.
  ///
  /// - Throws: when the statement cannot be prepared.
  package func columnsRead(by sql: String) throws(SQLiteError) -> Set<String> {
    var names: Set<String> = []
    let note = Note { names.insert($0) }
    sqlite3_set_authorizer(
      handle.pointer,
      { data, action, _, column, _, _ in
        // A statement that reads none of a table's columns reads the empty one.
        if action == SQLITE_READ, let data, let column, column.pointee != 0 {
          Note.at(data) { $0(String(cString: column)) }
        }
        return SQLITE_OK
      },
      note.pointer
    )
    defer { sqlite3_set_authorizer(handle.pointer, nil, nil) }
    _ = try withExtendedLifetime(note) { () throws(SQLiteError) in try prepare(sql) }
    return names
  }
}
