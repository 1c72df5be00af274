/// A rectangle of cells.
package struct Rect: Hashable, Sendable {
  /// The top left cell.
  package var origin: Point
  /// How many cells it has across and down.
  package var size: Size

  /// Makes a rectangle from its top left cell and its size.
  package init(origin: Point = .zero, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Makes a rectangle from numbers; negative extents count as 0.
  package init(x: Int, y: Int, width: Int, height: Int) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The first column.
  package var minX: Int { origin.x }
  /// The first row.
  package var minY: Int { origin.y }
  /// The column after the last one.
  package var maxX: Int { origin.x + size.width }
  /// The row after the last one.
  package var maxY: Int { origin.y + size.height }
  /// Cells across.
  package var width: Int { size.width }
  /// Cells down.
  package var height: Int { size.height }
  /// Whether there is no cell in it.
  package var isEmpty: Bool { size.isEmpty }
  /// The columns, from left to right.
  package var columns: Range<Int> { minX..<maxX }
  /// The rows, from top to bottom.
  package var rows: Range<Int> { minY..<maxY }

  /// Whether the cell at a point belongs to it.
  package func contains(_ point: Point) -> Bool {
    columns.contains(point.x) && rows.contains(point.y)
  }

  /// Returns the overlap of two rectangles; empty if they do not meet.
  package func intersection(_ other: Rect) -> Rect {
    let x = max(minX, other.minX)
    let y = max(minY, other.minY)
    return Rect(
      x: x,
      y: y,
      width: min(maxX, other.maxX) - x,
      height: min(maxY, other.maxY) - y
    )
  }

  /// The rectangle within the insets; without cells if they leave none.
  package func inset(by insets: Insets) -> Rect {
    Rect(
      x: minX + insets.left,
      y: minY + insets.top,
      width: width - insets.left - insets.right,
      height: height - insets.top - insets.bottom
    )
  }

  /// The rectangle with the same number of columns and rows taken off on opposite sides.
  package func inset(x: Int = 0, y: Int = 0) -> Rect {
    inset(by: Insets(top: y, left: x, bottom: y, right: x))
  }

  /// The rectangle moved by a number of columns and rows.
  package func offset(x: Int = 0, y: Int = 0) -> Rect {
    Rect(origin: origin.offset(x: x, y: y), size: size)
  }

  /// An edge at which a rectangle is split.
  package enum Edge: Hashable, Sendable, CaseIterable {
    case top, left, bottom, right
  }

  /// Cuts off a number of columns or rows at an edge, as many as there are.
  /// - Returns: The part cut off and what remains, the part possibly without cells.
  package func split(_ count: Int, from edge: Edge) -> (part: Rect, rest: Rect) {
    let isAcross = edge == .left || edge == .right
    let count = min(max(0, count), isAcross ? width : height)
    let left = (isAcross ? width : height) - count
    let (part, rest) =
      switch edge {
      case .top: (Insets(bottom: left), Insets(top: count))
      case .bottom: (Insets(top: left), Insets(bottom: count))
      case .left: (Insets(right: left), Insets(left: count))
      case .right: (Insets(left: left), Insets(right: count))
      }
    return (inset(by: part), inset(by: rest))
  }
}

extension Rect: CustomStringConvertible {
  /// Origin and size, as in `(3, 0) 120x40`.
  package var description: String { "\(origin) \(size)" }
}
