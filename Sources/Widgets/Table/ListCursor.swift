public import Observation

/// The position in a list or table: the current row and column, and the scroll offset.
///
/// Keep it in the page's history, so that going back restores it. It is observable: a detail view that reads ``rowID`` follows
/// the cursor.
@Observable
public final class ListCursor {
  /// The position of the row under the cursor.
  public private(set) var position = 0
  /// The id of the row under the cursor; the cursor follows it when rows come and go.
  public private(set) var rowID: AnyID?
  /// The position of the first visible row.
  public internal(set) var top = 0
  /// The column under the cursor.
  public package(set) var column = 0
  /// The first visible column that is not frozen.
  public internal(set) var leftColumn = 0
  /// The cells that each column of the table takes, as it was drawn last.
  @ObservationIgnored package internal(set) var columnWidths: [Int] = []
  /// The cells of each column that is on the screen, by its number, as the table was drawn last.
  @ObservationIgnored var shownWidths: [Int: Int] = [:]
  /// An end that was asked for and has not arrived.
  public private(set) var awaitedEnd: RowEnd?
  /// Whether the rows are one of several fields: where they end the keys that move by a row go on to the next, and the focus
  /// does not begin in them.
  @ObservationIgnored public var passesFocus = false
  /// The cursor and first visible row before the height changed, and the current height in rows.
  ///
  /// While the cursor stays, enlarging the list again restores the rows it showed before.
  @ObservationIgnored private var resting: (position: Int, top: Int)?
  @ObservationIgnored private var height: Int?
  /// The cursor and first visible row of the last frame, where that was the first of all rows.
  @ObservationIgnored private var drawnAtStart: (position: Int, top: Int)?

  /// A cursor at the first row, or at the row called `id`.
  public init(id: AnyID? = nil) {
    rowID = id
  }

  /// A place to return to: row, column and what was on the screen.
  package struct Place {
    fileprivate let position, top, column, leftColumn: Int
    fileprivate let rowID: AnyID?
  }

  /// The place where the cursor is.
  package var place: Place {
    Place(position: position, top: top, column: column, leftColumn: leftColumn, rowID: rowID)
  }

  /// Returns to a place among the same rows.
  package func go(back place: Place) {
    awaitedEnd = nil
    resting = nil
    set(place.position)
    (top, column, leftColumn, rowID) = (place.top, place.column, place.leftColumn, place.rowID)
  }

  /// Whether a table was drawn with the cursor, so that it is known which columns are on the screen.
  package var hasShownColumns: Bool { !shownWidths.isEmpty }

  /// The part of a cell's text that is on the screen; `nil` where its column is not, or no table was drawn.
  package func shownPart(of text: String, in column: Int) -> String? {
    shownWidths[column].map { DisplayText.line(text, width: $0) }
  }

  /// Goes to `position`, or as near as there are rows.
  public func go(to position: Int, in source: any RowSource) {
    awaitedEnd = nil
    let bounds = source.bounds
    let positions = bounds.positions
    guard !positions.isEmpty else { return }
    if position >= positions.upperBound, !bounds.reachesEnd { source.reach(beyond: .end) }
    if position < positions.lowerBound, !bounds.reachesStart { source.reach(beyond: .start) }
    let wanted = min(max(position, positions.lowerBound), positions.upperBound - 1)
    set(selectable(from: wanted, forward: wanted >= self.position, in: source))
    rowID = source.id(at: self.position)
  }

  /// The row at `position`, or the nearest on which the cursor can stand, looked for in its direction first.
  private func selectable(from position: Int, forward: Bool, in source: any RowSource) -> Int {
    let positions = source.bounds.positions
    guard !source.isSelectable(position) else { return position }
    let before = positions.clamped(to: positions.lowerBound..<position)
      .last { source.isSelectable($0) }
    let behind = (position..<positions.upperBound).first { source.isSelectable($0) }
    return (forward ? behind ?? before : before ?? behind) ?? position
  }

  /// Goes to the first or last row, loading it if need be.
  public func go(to end: RowEnd, in source: any RowSource) {
    let bounds = source.bounds
    if end == .start ? bounds.reachesStart : bounds.reachesEnd {
      go(to: end == .start ? bounds.positions.lowerBound : bounds.positions.upperBound, in: source)
    } else {
      awaitedEnd = end
      source.jump(to: end)
    }
  }

  /// Settles and scrolls, and asks for a screenful on both sides, so that paging finds its rows loaded.
  ///
  /// Rows among other fields stay at their start: what comes before the first row is seen at once.
  /// - Returns: Whether the cursor is on another row than when the frame was begun.
  func follow(_ source: any RowSource, height: Int, isFocused: Bool) -> Bool {
    let before = (position, rowID)
    let isAtStart = passesFocus && drawnAtStart.map { $0 == (position, top) } == true
    let isFirst = !isFocused && position == top
    for _ in 0..<3 {
      let bounds = source.bounds
      settle(in: source)
      if isAtStart { showStart(of: source, isFirst: isFirst) }
      scroll(height: height, in: source)
      source.ensure(top - height..<top + 2 * height)
      // A source that answers at once may know more rows now.
      if source.bounds == bounds { break }
    }
    let bounds = source.bounds
    let showsStart = bounds.reachesStart && top == bounds.positions.lowerBound
    drawnAtStart = showsStart ? (position, top) : nil
    return (position, rowID) != before
  }

  /// Scrolls to the first row, as far as the cursor stays on the screen; with `isFirst` the cursor goes there, too.
  private func showStart(of source: any RowSource, isFirst: Bool) {
    let bounds = source.bounds
    guard bounds.reachesStart, !bounds.positions.isEmpty else { return }
    let first = bounds.positions.lowerBound
    resting = nil
    if top != first { top = first }
    if isFirst, position != first { go(to: first, in: source) }
  }

  /// Tells the cursor that its row has another id now.
  package func rename(_ newID: (AnyID) -> AnyID?) {
    if let id = rowID.flatMap(newID) { rowID = id }
  }

  /// Follows the row under the cursor and any awaited end; keeps the cursor among the rows.
  package func settle(in source: any RowSource) {
    let bounds = source.bounds
    if let end = awaitedEnd, end == .start ? bounds.reachesStart : bounds.reachesEnd {
      go(to: end, in: source)
      return
    }
    guard awaitedEnd == nil, !bounds.positions.isEmpty else { return }
    if let rowID, source.id(at: position) != rowID, let moved = source.position(of: rowID) {
      let distance = position - top
      set(moved)
      if top != moved - distance { top = moved - distance }
    }
    let last = bounds.positions.upperBound - 1
    set(min(max(position, bounds.positions.lowerBound), last))
    if let id = source.id(at: position), id != rowID { rowID = id }
  }

  /// Scrolls rows of height 1 so that the cursor is within `height` of them, without needless blank rows.
  func scroll(height: Int, in source: any RowSource) {
    let positions = source.bounds.positions
    var top = restingTop(in: height)
    if position >= top + height { top = position - height + 1 }
    top = min(top, max(positions.lowerBound, positions.upperBound - height))
    if position < top { top = position }
    top = max(top, positions.lowerBound)
    if top != self.top { self.top = top }
  }

  /// The first row that was visible before the room became `height` rows, where the cursor has not moved since.
  private func restingTop(in height: Int) -> Int {
    if let resting, resting.position != position { self.resting = nil }
    guard height != self.height else { return top }
    if self.height != nil, resting == nil { resting = (position, top) }
    self.height = height
    return resting?.top ?? top
  }

  private func set(_ new: Int) {
    if position != new { position = new }
  }
}
