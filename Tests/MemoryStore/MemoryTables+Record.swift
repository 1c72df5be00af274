import EntityModel
import EntityStore
import Qualifiers

extension SaveRecord {
  /// Creates the record of a save as the difference between the tables before and after it.
  init(from old: MemoryTables, to new: MemoryTables, by changes: [Change], _ result: SaveResult) {
    let model = old.model
    var direct = Set(result.inserted.values.map(model.tableID))
    direct.formUnion(changes.compactMap(\.storedID).map(model.tableID))
    let moved = Dictionary(
      result.changedIDs.map { (model.tableID($0), model.tableID($1)) },
      uniquingKeysWith: { first, _ in first }
    )
    let arrived = Set(moved.values)
    var rows: [Row] = []
    for entity in model.entities where entity.definition.parentName == nil {
      let before = old.identities[entity.tableKey] ?? []
      let after = new.identities[entity.tableKey] ?? []
      for key in before.union(after).sorted(by: { $0.precedes($1) }) {
        if arrived.contains(key), !before.contains(key) { continue }
        let former = before.contains(key) ? old.record(key, entity) : nil
        let target = moved[key] ?? key
        let latter = after.contains(target) ? new.record(target, entity) : nil
        let cause: Cause = direct.contains(key) ? .direct : .cascade
        guard former != latter else { continue }
        rows.append(Row(before: former, after: latter, cause: cause))
      }
    }
    self.init(rows: rows)
  }
}

extension MemoryTables {
  /// A row with all that is stored in it.
  func record(_ key: RecordID, _ entity: Entity) -> Record? {
    let id = key.named(entity.name)
    guard let row = self[id] else { return nil }
    let family = model.entities.filter { $0.tableKey == entity.tableKey }
    let stored = family.flatMap(\.attributes).filter { $0.definition.derivation == nil }
    let names = Dictionary(stored.map { ($0.columnName, $0.name) }) { first, _ in first }
    let columns = row.keys.sorted()
    let paths = columns.map { PropertyPath(components: [names[$0] ?? $0]) }
    return Record(
      layout: RecordLayout(entity: entity, paths: paths),
      id: id,
      values: columns.map { row[$0] ?? .null }
    )
  }
}

extension Record {
  /// The values by column.
  var columns: MemoryTables.Row {
    var row: MemoryTables.Row = [:]
    for (path, value) in zip(layout.paths, values) {
      row[attributeColumn(path.first)] = value
    }
    return row
  }

  private func attributeColumn(_ name: String) -> String { entity.column(name) }
}
