import EntityModel
import SQLite

extension SchemaReflection {
  /// The ordinary tables that SQLite knows, where its catalogue cannot be read through.
  var listedTables: String {
    """
    (SELECT row_number() OVER () AS rowid, name FROM pragma_table_list
    WHERE schema = \(schemaLiteral) AND name <> 'sqlite_schema' AND type IN ('table', 'shadow'))
    """
  }

  /// Reads the tables of a damaged schema: those that SQLite knows, and the names of those that it could not read.
  mutating func readDamagedTables() throws(SQLiteError) {
    let known = try connection.rows(
      """
      SELECT name, type, wr, strict FROM pragma_table_list
      WHERE schema = \(schemaLiteral) AND name <> 'sqlite_schema'
      """
    ) { row throws(SQLiteError) in
      listed(row, TableOptions(isWithoutRowID: row.int(2) != 0, isStrict: row.int(3) != 0))
    }
    let tables = Dictionary(known.map { ($0.name, $0) }) { first, _ in first }
    var order: [String] = []
    var statements: [String: String] = [:]
    // The catalogue tells the order and the statements up to where it is damaged itself.
    if let rows = try? connection.prepare("SELECT name, type, sql FROM \(schemaTable)") {
      while (try? rows.step()) == true {
        guard ["table", "view"].contains(rows.text(1)) else { continue }
        order.append(rows.text(0))
        statements[rows.text(0)] = rows.text(2)
      }
    }
    for name in order + known.map(\.name) {
      guard let table = tables[name] ?? missing(name) else { continue }
      add(table, statement: statements[name] ?? "")
    }
  }

  private static let missingReason = "cannot be read: its definition is damaged"

  /// A table of which nothing but its name is known.
  private func missing(_ name: String) -> Schema.Table? {
    guard !name.lowercased().hasPrefix("sqlite_") else { return nil }
    var table = Schema.Table(name: name)
    table.schemaName = schemaName
    table.readOnlyReason = Self.missingReason
    return table
  }

  /// Whether SQLite does not know the table.
  func isMissing(_ table: Schema.Table) -> Bool { table.readOnlyReason == Self.missingReason }
}
