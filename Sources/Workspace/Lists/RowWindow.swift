package import EntityStore

/// The buffer of rows loaded for a ``ResultList``: a contiguous part of the result that grows as the user scrolls.
///
/// Rows have consecutive positions, which stay when rows are added at either end. Beyond the capacity the far end is dropped.
package struct RowWindow {
  /// A loaded row of a list: its record, and the cursor from which rows before or after it are fetched.
  package struct Row {
    package let record: Record
    package let cursor: Cursor
  }

  /// The most rows kept; beyond that the far end is given up.
  package static let capacity = 2_000

  package private(set) var rows: [Row] = []
  package private(set) var hasMoreBefore = false
  package private(set) var hasMoreAfter = false
  /// The position of the first row.
  private var firstPosition = 0
  /// The difference between a row's number in the whole result and its position; `nil` while it is not known.
  package var offset: Int?

  /// No rows.
  package init(offset: Int? = nil) { self.offset = offset }

  /// The rows of a window from position 0 on, those of the one before it in front of them.
  package init(_ window: Window, before: Window?) {
    let rowsBefore = before.map(Self.rows) ?? []
    rows = rowsBefore + Self.rows(of: window)
    firstPosition = -rowsBefore.count
    hasMoreBefore = (before ?? window).hasMoreBefore
    hasMoreAfter = window.hasMoreAfter
    offset = hasMoreBefore ? window.position : rowsBefore.count
  }

  private static func rows(of window: Window) -> [Row] {
    zip(window.records, window.cursors).map(Row.init)
  }

  /// The positions of the rows.
  package var positions: Range<Int> { firstPosition..<firstPosition + rows.count }

  /// The row at `position`, if it is there.
  package func row(at position: Int) -> Row? {
    positions.contains(position) ? rows[position - firstPosition] : nil
  }

  /// Returns the position of the row at `cursor` in the sort order; `nil` when it is not in the stretch.
  package func position(of cursor: Cursor) -> Int? {
    rows.firstIndex { $0.cursor == cursor }.map { $0 + firstPosition }
  }

  /// Returns the position of the row with `id`; `nil` when it is not in the stretch.
  package func position(of id: RecordID) -> Int? {
    rows.firstIndex { $0.record.id == id }.map { $0 + firstPosition }
  }

  /// Adds the rows behind the last.
  package mutating func append(_ window: Window) {
    rows += Self.rows(of: window)
    hasMoreAfter = window.hasMoreAfter
    let excess = rows.count - Self.capacity
    guard excess > 0 else { return }
    rows.removeFirst(excess)
    firstPosition += excess
    hasMoreBefore = true
  }

  /// Adds the rows before the first.
  package mutating func prepend(_ window: Window) {
    let new = Self.rows(of: window)
    rows.insert(contentsOf: new, at: 0)
    firstPosition -= new.count
    hasMoreBefore = window.hasMoreBefore
    if !window.hasMoreBefore { offset = -firstPosition }
    guard rows.count > Self.capacity else { return }
    rows.removeLast(rows.count - Self.capacity)
    hasMoreAfter = true
  }

  /// Numbers the rows from the end, where that was reached.
  package mutating func placeFromEnd(of total: Int) {
    guard offset == nil, !hasMoreAfter else { return }
    offset = total - positions.upperBound
  }
}
