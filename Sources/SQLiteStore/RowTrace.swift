import EntityModel
import EntityStore

/// What was done to a row, and what of it is left: several changes may have come to nothing.
struct RowTrace: Hashable {
  let table: FoldedName
  let writes: Set<Entity.Write>
  /// What the way back does to it; `nil` if it is as it was.
  let wayBack: Entity.Write?
  /// Whether it came and went.
  let isPassing: Bool
  /// The columns that the way back sets in a row that was there and is.
  let columns: Set<FoldedName>

  init(_ table: RecordedTable, _ row: SaveRecord.Row, by writes: Set<Entity.Write>) {
    self.table = table.name.name.folded
    self.writes = writes
    isPassing = row.before == nil && row.after == nil
    var columns: Set<FoldedName> = []
    if let before = row.before, let after = row.after {
      for (place, column) in table.columns.enumerated()
      where before.value(at: place) != after.value(at: place) {
        columns.insert(column.attribute.columnName.folded)
      }
      wayBack = columns.isEmpty ? nil : .update
    } else {
      wayBack = isPassing ? nil : row.inverted.write
    }
    self.columns = columns
  }
}
