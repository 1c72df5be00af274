package import EntityStore
import Qualifiers
import Widgets
import Workspace

/// The rows in memory, and where the cursor stands among them.
extension ListModel {
  /// Moves the cursor by rows, loading them if need be, and gives the record there; `nil` at an end.
  func step(by rows: Int) async -> Record? {
    let position = (rowPosition(at: cursor.position) ?? cursor.position) + rows
    if result.row(at: position) == nil {
      await rows > 0 ? result.extendForward() : result.extendBackward()
    }
    guard result.row(at: position) != nil, let place = place(ofRow: position) else { return nil }
    cursor.go(to: place, in: self)
    return currentRecord
  }

  /// Rows are counted up to here; beyond it the count is shown with a `+`.
  static let countLimit = 10_000

  /// How many rows there are, as far as that is known.
  var count: ResultList.Count {
    _ = revision
    return result.count
  }

  /// The record under the cursor, pending changes included.
  package var currentRecord: Record? {
    _ = revision
    return currentRow.map { work.editing.current($0.record) }
  }

  /// The identity that the row under the cursor has by now.
  var currentID: RecordID? { currentRow.flatMap(currentID) }

  /// The identity that a row has by now.
  func currentID(of row: RowWindow.Row) -> RecordID? {
    row.record.id.map { movedID(of: $0) ?? $0 }
  }

  /// Lets cursors and tags follow rows that saves gave another identity since the rows were read.
  func followMovedRows() {
    for cursor in [cursor, otherCursor] {
      cursor?.rename { $0.value(as: RecordID.self).flatMap(movedID).map { AnyID($0) } }
    }
    tags.rename(movedID)
  }

  private func movedID(of id: RecordID) -> RecordID? {
    work.saves.movedID(of: id, since: savesSeen, in: work)
  }

  /// The record in a row, pending changes included, if it is in memory.
  func record(at position: Int) -> Record? {
    loadedRow(at: position).map { work.editing.current($0.record) }
  }

  /// The row under the cursor; `nil` on the heading of a group.
  var currentRow: RowWindow.Row? { loadedRow(at: cursor.position) }

  /// The row at a place of the table, if it is in memory.
  func loadedRow(at place: Int) -> RowWindow.Row? { rowPosition(at: place).flatMap(result.row) }

  /// The position of the row at a place of the table; `nil` at the heading of a group.
  func rowPosition(at place: Int) -> Int? { groups.map { $0.row(at: place) } ?? place }

  /// The place in the table of the row at a position.
  func place(ofRow position: Int) -> Int? { groups.map { $0.place(ofRow: position) } ?? position }

  /// The place in the table of the row of an object, if it is in memory.
  func place(of id: RecordID) -> Int? { result.position(of: id).flatMap(place(ofRow:)) }

  /// The place in the table of the row at a place in the order, if it is in memory.
  func place(of cursor: Cursor) -> Int? { result.position(of: cursor).flatMap(place(ofRow:)) }

  /// The column under the cursor.
  var currentColumn: Column? {
    columns.indices.contains(cursor.column) ? columns[cursor.column] : nil
  }

  /// The heading of the value that an order compares; a computed one has its text.
  func heading(of ordering: SortOrdering) -> String {
    ordering.isComputed
      ? ordering.expression.description : heading(of: ordering.path.description)
  }
}
