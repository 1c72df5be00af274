import EntityModel
import EntityStore

/// The kinds of change made to one row in a save, the change that would undo their net effect, and its columns.
///
/// ``TableTriggers`` uses it to decide whether triggers follow an undo. Several changes may cancel each other out.
struct NetRowChange: Hashable {
  let table: FoldedName
  let writes: Set<Entity.Write>
  /// The kind of change that undoes the net effect; `nil` if the row is unchanged.
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
