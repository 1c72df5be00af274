import EntityModel
import SQLite

extension SchemaReflection {
  /// Finds tables whose triggers call functions that SQLite does not have here: writing would fail, and is refused before
  /// a person enters anything.
  ///
  /// SQLite reads the triggers of a table when it prepares a statement that would call them; nothing is run.
  mutating func findMissingFunctions() {
    guard !isDamaged else { return }
    let triggers = triggers
    guard !triggers.isEmpty else { return }
    for index in schema.tables.indices where schema.tables[index].kind != .virtual {
      let table = schema.tables[index]
      guard table.readOnlyReason == nil, let statements = triggers[table.name.folded] else {
        continue
      }
      guard !statements.contains(where: viewSizes.isTooLarge) else {
        for write in Entity.Write.allCases {
          schema.tables[index].writeRefusals[write] =
            "a trigger of the database names views so often that SQLite would not end planning"
        }
        continue
      }
      let name = SQLText.table(table.name, in: table.schemaName)
      schema.tables[index].writeRefusals[.insert] = functionRefusal(
        of: "INSERT INTO \(name) DEFAULT VALUES"
      )
      schema.tables[index].writeRefusals[.delete] = functionRefusal(of: "DELETE FROM \(name)")
      let columns = table.columns.indices.filter { !table.columns[$0].isGenerated }
      let assignments = columns.map { assignment(to: table.columns[$0].name) }
      guard !columns.isEmpty,
        let reason = functionRefusal(
          of: "UPDATE \(name) SET \(assignments.joined(separator: ", "))"
        )
      else { continue }
      // A trigger may be for some columns only.
      let missing = zip(columns, assignments).filter {
        functionRefusal(of: "UPDATE \(name) SET \($1)") != nil
      }
      for (column, _) in missing { schema.tables[index].columns[column].isUpdatable = false }
      if missing.count == columns.count { schema.tables[index].writeRefusals[.update] = reason }
    }
  }

  /// The statements that made the triggers, by their tables.
  private var triggers: [FoldedName: [String]] {
    let rows = try? connection.rows(
      "SELECT tbl_name, sql FROM \(schemaTable) WHERE type = 'trigger'"
    ) { row throws(SQLiteError) in (row.text(0).folded, row.text(1)) }
    return Dictionary(grouping: rows ?? [], by: \.0).mapValues { $0.map(\.1) }
  }

  func assignment(to column: String) -> String {
    "\(SQLText.identifier(column)) = \(SQLText.identifier(column))"
  }

  /// What a trigger calls and must or can not be called here; `nil` when that is nothing.
  private func functionRefusal(of sql: String) -> String? {
    guard let error = refusal(of: sql) else { return nil }
    if let used = error.unsafeUse {
      return "a trigger of the database uses \(used), which no file of a stranger may"
    }
    let mark = "no such function: "
    guard error.message.hasPrefix(mark) else { return nil }
    let name = error.message.dropFirst(mark.count)
    return "a trigger of the database calls \(name)(), which SQLite does not have here"
  }
}
