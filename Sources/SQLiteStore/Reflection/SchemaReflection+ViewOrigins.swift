import EntityModel
import SQL
import SQLite

extension SchemaReflection {
  /// Adds the references of views: a column that hands on a key of a table, or a reference to one, refers to the same row.
  ///
  /// A view's own rows are not looked at. Keys of several columns are left out: a view may take each from another row.
  mutating func addReferencesOfViews() {
    for index in schema.tables.indices where schema.tables[index].kind == .view {
      let view = schema.tables[index]
      guard view.foreignKeys.isEmpty, !view.columns.isEmpty, !isUnited(view) else { continue }
      let name = SQLText.table(view.name, in: schemaName)
      guard let statement = try? connection.prepare("SELECT * FROM \(name)"),
        statement.columnCount == view.columns.count
      else { continue }
      let references = view.columns.enumerated().compactMap { position, column in
        // What tells rows of the view apart is chosen by nobody.
        view.viewKey.contains { $0.folded == column.name.folded }
          ? nil : statement.origin(of: position).flatMap { reference(column, to: $0) }
      }
      schema.tables[index].foreignKeys = references
    }
  }

  /// Whether rows of a view come from several statements, of which SQLite tells the origins of the first alone.
  private func isUnited(_ view: Schema.Table) -> Bool {
    var (waiting, seen) = ([view.name.folded], Set<FoldedName>())
    while let name = waiting.popLast() {
      guard seen.insert(name).inserted, let index = indexes[name],
        schema.tables[index].kind == .view
      else { continue }
      if SQLTokens(statements[index]).tokens.contains(where: { $0.isWord("union") }) { return true }
      waiting += viewSizes.tables[name] ?? []
    }
    return false
  }

  /// The reference of a column that hands on `origin`; `nil` where that leads to no row.
  private func reference(_ column: Schema.Column, to origin: ColumnOrigin) -> Schema.ForeignKey? {
    guard origin.schemaName.folded == schemaName.folded, let index = indexes[origin.table.folded]
    else { return nil }
    let table = schema.tables[index]
    guard table.kind == .table, !table.isHidden else { return nil }
    let name = origin.column.folded
    var key: Schema.ForeignKey
    if table.primaryKey.map(\.folded) == [name] {
      key = Schema.ForeignKey(columns: [], table: table.name, targetColumns: table.primaryKey)
    } else if let own = table.foreignKeys.first(where: { $0.columns.map(\.folded) == [name] }) {
      key = own
    } else {
      return nil
    }
    key.columns = [column.name]
    (key.isInferred, key.deleteRule) = (true, .noAction)
    return key
  }
}
