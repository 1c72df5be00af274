import EntityModel
import SQLite

extension SchemaReflection {
  /// Leaves out columns whose names are no UTF-8, for which no statement can ask: the others can be read all the same.
  mutating func leaveOutUnnamableColumns() {
    for index in schema.tables.indices {
      let table = schema.tables[index]
      let lost = table.columns.map(\.name).filter { isRepaired($0) && !isKnown($0, in: table) }
      guard !lost.isEmpty else { continue }
      schema.tables[index].leaveOut(lost)
    }
  }

  /// Whether a name may have been made of bytes that are no text.
  private func isRepaired(_ name: String) -> Bool {
    name.utf8.contains(0xEF) && name.unicodeScalars.contains("\u{FFFD}")
  }

  private func isKnown(_ column: String, in table: Schema.Table) -> Bool {
    // Without the table's name SQLite would take what it does not know for a text.
    let sqlName = SQLText.table(table.name, in: table.schemaName)
    let column = SQLText.identifier(column)
    return (try? connection.prepare("SELECT t.\(column) FROM \(sqlName) AS t")) != nil
  }
}

extension Schema.Table {
  /// Forgets columns, and the keys that they are part of; a row that is not known whole is not written.
  fileprivate mutating func leaveOut(_ names: [String]) {
    columns.removeAll { names.contains($0.name) }
    if primaryKey.contains(where: names.contains) {
      primaryKey = []
      keyIsRowNumber = false
    }
    uniqueKeys.removeAll { $0.contains(where: names.contains) }
    foreignKeys.removeAll { $0.columns.contains(where: names.contains) }
    entity.readOnlyReason = entity.readOnlyReason ?? "the name of a column is not readable text"
  }
}
