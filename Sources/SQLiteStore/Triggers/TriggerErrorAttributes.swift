import EntityModel
import EntityStore
import SQLite

/// A lookup of the attributes that a trigger checked before it refused a change by `RAISE`.
///
/// Adds them to the save error, so that their fields can be marked.
struct TriggerErrorAttributes {
  let adaptor: SQLiteAdaptor

  /// The error with the attributes on which its message depends in the triggers of the table that was written; as it is where
  /// none has such a message.
  func naming(_ error: StoreError) -> StoreError {
    guard case .refusedByTrigger(let message, let name, _) = error,
      let entity = adaptor.model.entity(named: name)
    else { return error }
    var columns: Set<FoldedName> = []
    do throws(SQLiteError) {
      let schema = SQLText.identifier(entity.schemaName)
      let statements = try adaptor.connection.rows(
        "SELECT sql FROM \(schema).sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE",
        [.text(entity.tableName)]
      ) { $0.text(0) }
      for statement in statements {
        columns.formUnion(Self.columns(readFor: message, in: SQLTokens(statement).tokens))
      }
    } catch {
      // What the trigger says is told all the same.
      columns = []
    }
    let attributes = entity.attributes.filter { columns.contains($0.columnName.folded) }
    return .refusedByTrigger(message: message, entityName: name, attributes: attributes.map(\.name))
  }

  /// The columns of the written row that are read before a trigger raises `message`: by its own condition and by the statement
  /// that raises; where none is, those for which it is called.
  private static func columns(readFor message: String, in tokens: [SQLTokens.Token])
    -> Set<FoldedName>
  {
    guard let begin = tokens.firstIndex(where: { $0.isWord("begin") }) else { return [] }
    let raising = tokens[begin...].split { $0.isSymbol(";") }.filter { statement in
      statement.contains { $0.isWord("raise") }
        && statement.contains { $0.kind != .word && $0.text == message }
    }
    guard !raising.isEmpty else { return [] }
    let head = tokens[..<begin]
    let read = ([head] + raising).map(rowColumns).reduce(into: Set()) { $0.formUnion($1) }
    guard read.isEmpty, let update = head.firstIndex(where: { $0.isWord("update") }) else {
      return read
    }
    return ViewTriggers.updatedColumns(head[(update + 1)...]) ?? []
  }

  /// The columns `c` of `NEW.c` and `OLD.c`.
  private static func rowColumns(_ tokens: ArraySlice<SQLTokens.Token>) -> Set<FoldedName> {
    Set(
      tokens.indices.dropLast(2).compactMap { index in
        guard tokens[index].isWord("new") || tokens[index].isWord("old"),
          tokens[index + 1].isSymbol("."), tokens[index + 2].isName
        else { return nil }
        return tokens[index + 2].text.folded
      }
    )
  }
}
