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

  init(
    _ table: RecordedTable,
    from before: Record?,
    to after: Record?,
    by writes: Set<Entity.Write>
  ) {
    self.table = table.name.name.folded
    self.writes = writes
    isPassing = before == nil && after == nil
    var columns: Set<FoldedName> = []
    if let before, let after {
      for (place, column) in table.columns.enumerated()
      where before.value(at: place) != after.value(at: place) {
        columns.insert(column.attribute.columnName.folded)
      }
      wayBack = columns.isEmpty ? nil : .update
    } else {
      wayBack = before != nil ? .insert : after != nil ? .delete : nil
    }
    self.columns = columns
  }
}
