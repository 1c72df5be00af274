import EntityModel
import SQLite

extension SchemaReflection {
  /// Finds tables whose triggers call functions that SQLite does not have here: writing would fail, and is refused before
  /// anybody enters anything.
  ///
  /// SQLite reads the triggers of a table when it prepares a statement that would call them; nothing is run.
  mutating func findMissingFunctions() {
    guard !isDamaged else { return }
    let tablesWithTriggers = tablesWithTriggers
    guard !tablesWithTriggers.isEmpty else { return }
    for index in schema.tables.indices where schema.tables[index].kind != .virtual {
      let table = schema.tables[index]
      guard table.readOnlyReason == nil, tablesWithTriggers.contains(table.name.folded) else {
        continue
      }
      let name = SQLText.table(table.name, in: table.schemaName)
      schema.tables[index].writeRefusals[.insert] = refusal(
        of: "INSERT INTO \(name) DEFAULT VALUES"
      )
      schema.tables[index].writeRefusals[.delete] = refusal(of: "DELETE FROM \(name)")
      let columns = table.columns.indices.filter { !table.columns[$0].isGenerated }
      let assignments = columns.map { assignment(to: table.columns[$0].name) }
      guard !columns.isEmpty,
        let reason = refusal(of: "UPDATE \(name) SET \(assignments.joined(separator: ", "))")
      else { continue }
      // A trigger may be for some columns only.
      let missing = zip(columns, assignments).filter {
        refusal(of: "UPDATE \(name) SET \($1)") != nil
      }
      for (column, _) in missing { schema.tables[index].columns[column].isUpdatable = false }
      if missing.count == columns.count { schema.tables[index].writeRefusals[.update] = reason }
    }
  }

  private var tablesWithTriggers: Set<FoldedName> {
    let names = try? connection.rows(
      "SELECT DISTINCT tbl_name FROM \(schemaTable) WHERE type = 'trigger'"
    ) { row throws(SQLiteError) in row.text(0).folded }
    return Set(names ?? [])
  }

  private func assignment(to column: String) -> String {
    "\(SQLText.identifier(column)) = \(SQLText.identifier(column))"
  }

  /// Which function a statement needs and SQLite does not have; `nil` when none is missing.
  private func refusal(of sql: String) -> String? {
    do throws(SQLiteError) {
      _ = try connection.prepare(sql)
      return nil
    } catch {
      let mark = "no such function: "
      guard error.message.hasPrefix(mark) else { return nil }
      let name = error.message.dropFirst(mark.count)
      return "a trigger of the database calls \(name)(), which SQLite does not have here"
    }
  }
}
