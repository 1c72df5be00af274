import CSQLite

extension Connection {
  /// The collation of a column of a table in a database of the connection; `nil` for a column that does not exist.
  package func collation(of column: String, in table: String, of schemaName: String) -> String? {
    var name: UnsafePointer<CChar>?
    let code = sqlite3_table_column_metadata(
      handle.pointer,
      schemaName,
      table,
      column,
      nil,
      &name,
      nil,
      nil,
      nil
    )
    return code == SQLITE_OK ? name.map { String(cString: $0) } : nil
  }

  /// Uses what SQLite could read of a schema that it refuses as damaged; from then on nothing can be written.
  ///
  /// - Throws: what keeps even that from being used.
  package func tolerateDamagedSchema() throws(SQLiteError) {
    // A connection on its guard tolerates nothing; nothing will be written.
    try configure(SQLITE_DBCONFIG_DEFENSIVE, false)
    try configure(SQLITE_DBCONFIG_WRITABLE_SCHEMA, true)
    // The first statement loads the schema and fails, the next one works on what was loaded.
    let look = "SELECT count(*) FROM pragma_table_list"
    _ = try? scalar(look)
    _ = try scalar(look)
    if !isReadOnly { try makeReadOnly() }
  }

  /// Runs `body` while SQLite refuses values of more bytes than `limit`, before it reads them.
  package func limitingValues<Result, Failure: Error>(
    to limit: Int32,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let old = sqlite3_limit(handle.pointer, SQLITE_LIMIT_LENGTH, limit)
    defer { sqlite3_limit(handle.pointer, SQLITE_LIMIT_LENGTH, old) }
    return try body()
  }
}
