import EntityModel
import EntityStore
import SQLite

extension SQLiteAdaptor {
  func triggersReach(
    _ other: TableName,
    from table: TableName,
    on writes: Set<Entity.Write>
  ) -> Bool {
    guard other.schemaName == table.schemaName else { return false }
    do throws(SQLiteError) {
      let triggers = try TableTriggers(.ofTable, table, in: self)
      guard triggers?.areStarted(by: writes, of: table.name.folded) ?? true else { return false }
      return try TriggerTargetGraph(in: table.schemaName, of: self).leads(from: table, to: other)
    } catch { return true }
  }
}

/// A graph of the tables that triggers may write to when a table is written, with those whose foreign keys refer to them.
///
/// The preview of a deletion asks it whether other tables may change too. Each table that a trigger names counts as written;
/// foreign keys that prevent a deletion are not followed.
private struct TriggerTargetGraph {
  private let triggers: [(table: FoldedName, sql: SQLTokens)]
  /// The entities of the database.
  private let entities: [Entity]

  init(in schemaName: String, of adaptor: SQLiteAdaptor) throws(SQLiteError) {
    let catalogue = SQLText.table("sqlite_schema", in: schemaName)
    triggers = try adaptor.connection.rows(
      "SELECT tbl_name, sql FROM \(catalogue) WHERE type = 'trigger'"
    ) { ($0.text(0).folded, SQLTokens($0.text(1))) }
    entities = adaptor.model.entities.filter { $0.schemaName == schemaName }
  }

  func leads(from table: TableName, to other: TableName) -> Bool {
    var reached: Set<FoldedName> = []
    var waiting = [table.name.folded]
    while let next = waiting.popLast() {
      for trigger in triggers where trigger.table == next {
        for entity in entities where trigger.sql.names(entity.tableName) {
          // A trigger is tied to its own table, which it need not write to.
          let written = [entity] + changed(with: entity)
          for name in written.map(\.tableName.folded) where name != next {
            if reached.insert(name).inserted { waiting.append(name) }
          }
        }
      }
      if reached.contains(other.name.folded) { return true }
    }
    return other.name.folded == table.name.folded
  }

  /// The entities of which rows go, or are changed, with those of one.
  private func changed(with entity: Entity) -> [Entity] {
    var found: [Entity] = []
    var waiting = [entity]
    while let next = waiting.popLast() {
      for relationship in next.relationships
      where relationship.isToMany && !relationship.definition.isInferred {
        guard relationship.definition.deleteRule != .deny,
          let other = relationship.destination, !found.contains(where: { $0 === other })
        else { continue }
        found.append(other)
        waiting.append(other)
      }
    }
    return found
  }
}
