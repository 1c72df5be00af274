import SQLite

/// A snapshot of the table and view declarations, to detect changes by another program.
struct TableDeclarations {
  private let schemaNames: [String]
  private var versions: [Int64] = []
  /// Stands for the declarations when the model was made of them.
  private var first = 0

  /// The tables of some databases as they are now.
  init(_ schemaNames: [String], _ connection: Connection) throws(SQLiteError) {
    self.schemaNames = schemaNames
    versions = try versions(connection)
    first = try digest(connection)
  }

  /// Whether they are others than at first; what is vacuumed or indexed stays the same.
  mutating func haveChanged(_ connection: Connection) throws(SQLiteError) -> Bool {
    let now = try versions(connection)
    // No table changes without this number.
    guard now != versions else { return false }
    guard try digest(connection) == first else { return true }
    versions = now
    return false
  }

  private func versions(_ connection: Connection) throws(SQLiteError) -> [Int64] {
    try schemaNames.map(connection.schemaVersion)
  }

  private func digest(_ connection: Connection) throws(SQLiteError) -> Int {
    var hasher = Hasher()
    for name in schemaNames {
      let sql = """
        SELECT type, name, sql FROM \(SQLText.table("sqlite_schema", in: name))
        WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name
        """
      for row in try connection.rows(sql) { hasher.combine(row) }
    }
    return hasher.finalize()
  }
}
