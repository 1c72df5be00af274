import CSQLite

extension Connection {
  /// The columns that a statement reads, as SQLite itself resolves its names; `ROWID` where it reads the rowid.
  ///
  /// - Throws: when the statement cannot be prepared.
  public func columnsRead(by sql: String) throws(SQLiteError) -> Set<String> {
    let found = ColumnsRead()
    sqlite3_set_authorizer(
      handle.pointer,
      noteColumn,
      Unmanaged.passUnretained(found).toOpaque()
    )
    defer { sqlite3_set_authorizer(handle.pointer, nil, nil) }
    _ = try prepare(sql)
    return found.names
  }
}

private final class ColumnsRead {
  var names: Set<String> = []
}

private func noteColumn(
  context: UnsafeMutableRawPointer?,
  action: Int32,
  table: UnsafePointer<CChar>?,
  column: UnsafePointer<CChar>?,
  database: UnsafePointer<CChar>?,
  trigger: UnsafePointer<CChar>?
) -> Int32 {
  if action == SQLITE_READ, let context, let column {
    let name = String(cString: column)
    // A statement that reads none of a table's columns reads the empty one.
    if !name.isEmpty {
      Unmanaged<ColumnsRead>.fromOpaque(context).takeUnretainedValue().names.insert(name)
    }
  }
  return SQLITE_OK
}
