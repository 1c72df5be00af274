import EntityModel
import SQLite

/// The attributes of a table that its triggers set to the current time.
///
/// When undo compares rows, a newer time in them does not count as a change by somebody else.
struct TriggerTimestamps {
  private(set) var names: Set<String> = []

  init(of table: RecordedTable, in adaptor: SQLiteAdaptor) throws(SQLiteError) {
    let catalogue = SQLText.table("sqlite_schema", in: table.name.schemaName)
    let triggers = try adaptor.connection.rows(
      "SELECT sql FROM \(catalogue) WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE",
      [.text(table.name.name)]
    ) { $0.text(0) }
    for sql in triggers { add(SQLTokens(sql).tokens[...], table) }
  }

  /// Adds what `UPDATE table SET column = datetime('now')` sets.
  private mutating func add(_ tokens: ArraySlice<SQLTokens.Token>, _ table: RecordedTable) {
    for place in tokens.indices where tokens[place].isWord("set") && place >= 2 {
      guard tokens[place - 1].isName, tokens[place - 1].text.folded == table.name.name.folded
      else { continue }
      var rest = tokens[(place + 1)...]
      while let name = rest.popFirst(), name.isName, rest.popFirst()?.isSymbol("=") == true {
        var depth = 0
        let end = rest.firstIndex { token in
          if token.isSymbol("(") { depth += 1 }
          if token.isSymbol(")") { depth -= 1 }
          let isEnd = token.isSymbol(",") || token.isSymbol(";")
          return depth == 0 && (isEnd || token.isWord("where") || token.isWord("from"))
        }
        let value = rest[..<(end ?? rest.endIndex)]
        let attribute = table.columns.first {
          $0.attribute.columnName.folded == name.text.folded
        }?.attribute
        if let attribute, isCurrentTime(value, table) { names.insert(attribute.name) }
        guard let end, rest[end].isSymbol(",") else { break }
        rest = rest[(end + 1)...]
      }
    }
  }

  /// Whether an expression reads the clock and no column.
  private func isCurrentTime(
    _ value: ArraySlice<SQLTokens.Token>,
    _ table: RecordedTable
  ) -> Bool {
    let columns = Set(table.columns.map { $0.attribute.columnName.folded })
    let readsColumn = value.contains { token in
      token.isWord("select") || token.isName && columns.contains(token.text.folded)
    }
    return !readsColumn
      && value.contains { token in
        let text = token.text.lowercased()
        return token.kind == .string && text == "now"
          || token.kind == .word && Self.clockWords.contains(text)
      }
  }

  private static let clockWords: Set<String> = [
    "current_timestamp", "current_date", "current_time",
  ]
}
