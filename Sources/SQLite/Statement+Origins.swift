import CSQLite

/// The table column behind a result column that a statement returns unchanged: its schema, table and column name.
package struct ColumnOrigin: Hashable, Sendable {
  /// The database of the table.
  package let schemaName: String
  /// The table.
  package let table: String
  /// The column of the table.
  package let column: String
}

extension Statement {
  /// The column of a table behind a column of the result; `nil` for what is computed.
  ///
  /// A compound statement gives the column of its first part. SQLite tells it if it was compiled with
  /// `SQLITE_ENABLE_COLUMN_METADATA`, as Debian's is.
  package func origin(of column: Int) -> ColumnOrigin? {
    let place = Int32(column)
    guard let schema = sqlite3_column_database_name(pointer, place),
      let table = sqlite3_column_table_name(pointer, place),
      let name = sqlite3_column_origin_name(pointer, place)
    else { return nil }
    return ColumnOrigin(
      schemaName: String(cString: schema),
      table: String(cString: table),
      column: String(cString: name)
    )
  }
}
