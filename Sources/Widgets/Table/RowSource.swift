/// The rows that a list shows, asked for only where they are visible.
///
/// Rows have positions: numbers in a row, with any first number. A source that pages by key knows neither how many
/// rows there are nor the number of the last one; it numbers what it has loaded and says which ends it has reached.
/// When rows arrive or change, it changes an observed property, or its owner calls ``ViewHost/setNeedsDisplay()``.
@MainActor
public protocol RowSource: AnyObject {
  /// The positions known to have rows, loaded or not.
  var bounds: RowBounds { get }

  /// Tells which rows are, or soon will be, visible, so that they can be loaded; called for every frame.
  ///
  /// The positions may lie outside of ``bounds``, and below 0.
  func ensure(_ positions: Range<Int>)

  /// The cursor was moved against the last row known at an end behind which there are more.
  func reach(beyond end: RowEnd)

  /// Goes to an end that is not within ``bounds``; when it has arrived, the bounds have reached that end.
  func jump(to end: RowEnd)

  /// Returns the unique id of the row at `position`; `nil` while the row is not loaded.
  func id(at position: Int) -> AnyID?

  /// Returns the current position of the row with `id`; `nil` when the position is not known.
  func position(of id: AnyID) -> Int?

  /// Whether the cursor can stand on the row at `position`; it passes over titles within the rows.
  func isSelectable(_ position: Int) -> Bool
}

/// The first or the last row.
public nonisolated enum RowEnd: Sendable {
  case start, end
}

/// The range of positions known to have rows, loaded or not, and whether it reaches the first and the last row.
public nonisolated struct RowBounds: Hashable, Sendable {
  /// The positions known to have rows.
  public var positions: Range<Int>
  /// There is no row before the first position.
  public var reachesStart: Bool
  /// There is no row after the last position.
  public var reachesEnd: Bool

  /// Bounds of a part of the rows, or of all of them.
  public init(_ positions: Range<Int>, reachesStart: Bool = true, reachesEnd: Bool = true) {
    self.positions = positions
    self.reachesStart = reachesStart
    self.reachesEnd = reachesEnd
  }

  /// Whether the source is known to have no rows: the range is empty and reaches both ends.
  public var isEmpty: Bool { positions.isEmpty && reachesStart && reachesEnd }
}

extension RowSource {
  /// Nothing to load.
  public func ensure(_ positions: Range<Int>) {}
  /// Nothing to load.
  public func reach(beyond end: RowEnd) {}
  /// Nowhere else to go.
  public func jump(to end: RowEnd) {}
  /// Every row.
  public func isSelectable(_ position: Int) -> Bool { true }
}
