import Observation

/// The row source of an outline, with its cursor and the last search.
@Observable
package final class OutlineModel<Content>: @MainActor RowSource {
  /// The type of a row.
  package typealias Row = OutlineRow<Content>

  /// The rows laid out so far.
  package var outline = Outline<Content>()
  /// The text that was searched for last.
  package var query = ""
  /// Appends rows until so many are shown, at once or later; `nil` when all are there.
  package var more: ((Int) -> Void)?
  /// The cursor on the rows.
  @ObservationIgnored package let cursor = ListCursor()

  /// The number of rows laid out beyond those on the screen.
  private static var stretch: Int { 50 }

  /// Creates a model with all `rows`, or none yet.
  package init(_ rows: [Row] = []) { outline.append(rows) }

  /// Replaces the rows; the cursor stays on its row, and rows stay folded.
  package func begin(with rows: [Row] = [], more: ((Int) -> Void)? = nil) {
    outline.removeAll()
    outline.append(rows)
    self.more = more
    more?(cursor.position + Self.stretch)
    // The cursor stands on no heading, also where the row under it is gone.
    if cursor.rowID.flatMap(position) == nil { cursor.go(to: cursor.position, in: self) }
  }

  /// The content of the row under the cursor.
  package var current: Content? { outline.row(at: cursor.position)?.content }

  /// Folds or unfolds the row under the cursor.
  ///
  /// - Returns: Whether that changes anything.
  package func setFolded(_ isFolded: Bool) -> Bool {
    outline.setFolded(isFolded, at: cursor.position)
  }

  /// Goes to the row that the one under the cursor is inside of.
  ///
  /// - Returns: Whether there is one for the cursor.
  package func goToParent() -> Bool {
    guard let parent = outline.parent(of: cursor.position), isSelectable(parent) else {
      return false
    }
    cursor.go(to: parent, in: self)
    return true
  }

  /// Goes to the next row for which `matches` holds, or to the one before; lays out all rows for that.
  ///
  /// - Returns: Whether there is one.
  package func find(
    from start: Int? = nil,
    backward: Bool,
    wrapping: Bool = true,
    where matches: (Row) -> Bool
  ) -> Bool {
    more?(.max)
    guard
      let place = outline.find(
        from: start ?? cursor.position,
        backward: backward,
        wrapping: wrapping,
        where: matches
      )
    else { return false }
    cursor.go(to: place, in: self)
    return true
  }

  /// A place to return to: the cursor, and which rows are folded.
  package typealias Place = (outline: Outline<Content>, cursor: ListCursor.Place)

  /// The place where one is.
  package var place: Place { (outline, cursor.place) }

  /// Returns to a place; rows laid out since stay.
  package func go(back place: Place) {
    outline.fold(as: place.outline)
    cursor.go(back: place.cursor)
  }

  // MARK: Rows

  /// The positions of the rows laid out so far.
  package var bounds: RowBounds { RowBounds(0..<outline.count, reachesEnd: more == nil) }

  /// Lays out more rows.
  package func ensure(_ positions: Range<Int>) {
    guard positions.upperBound > outline.count else { return }
    more?(positions.upperBound + Self.stretch)
  }

  /// Lays out all rows.
  package func jump(to end: RowEnd) { if end == .end { more?(.max) } }

  /// Returns the id of the row at `position`.
  package func id(at position: Int) -> AnyID? { outline.id(at: position).map { AnyID($0) } }

  /// Returns the position of a row, or of the folded row that hides it.
  package func position(of id: AnyID) -> Int? {
    id.value(as: OutlineID.self).flatMap { outline.position(of: $0) }
  }

  /// Whether the cursor can stand on the row at `position`.
  package func isSelectable(_ position: Int) -> Bool {
    outline.row(at: position)?.isHeading != true
  }
}
