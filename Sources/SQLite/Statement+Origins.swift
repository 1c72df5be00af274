import CSQLite
import Glibc

/// A column of a table that a statement hands on unchanged.
package struct ColumnOrigin: Hashable, Sendable {
  /// The database of the table.
  package let schemaName: String
  /// The table.
  package let table: String
  /// The column of the table.
  package let column: String
}

extension Statement {
  /// The column of a table behind a column of the result; `nil` for what is computed, and where SQLite does not tell.
  ///
  /// Of statements that unite several it is the column of the first.
  package func origin(of column: Int) -> ColumnOrigin? {
    func name(_ ask: OriginFunctions.Ask?) -> String? {
      ask?(pointer, Int32(column)).map { String(cString: $0) }
    }
    let functions = OriginFunctions.all
    guard let schema = name(functions.schemaName), let table = name(functions.table),
      let column = name(functions.column)
    else { return nil }
    return ColumnOrigin(schemaName: schema, table: table, column: column)
  }
}

/// Functions that SQLite has only where it was compiled with `SQLITE_ENABLE_COLUMN_METADATA`.
private struct OriginFunctions {
  typealias Ask = @convention(c) (OpaquePointer?, Int32) -> UnsafePointer<CChar>?

  static let all = OriginFunctions()

  let schemaName = function("sqlite3_column_database_name")
  let table = function("sqlite3_column_table_name")
  let column = function("sqlite3_column_origin_name")

  private static func function(_ name: String) -> Ask? {
    dlsym(nil, name).map { unsafeBitCast($0, to: Ask.self) }
  }
}
