/// The width and height of an area of the screen, in cells.
public struct Size: Hashable, Sendable {
  /// Cells across, at least 0.
  public var width: Int
  /// Cells down, at least 0.
  public var height: Int

  /// Makes a size; negative numbers count as 0.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// No cells at all.
  package static let zero = Size(width: 0, height: 0)

  /// Whether there is no cell in it.
  public var isEmpty: Bool { width == 0 || height == 0 }
}

/// The place of a cell: column and row, both from 0.
public struct Point: Hashable, Sendable {
  /// The column, from 0 at the left.
  public var x: Int
  /// The row, from 0 at the top.
  public var y: Int

  /// Makes a point, which may lie outside of every buffer.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// The top left cell.
  package static let zero = Point(x: 0, y: 0)

  /// The point moved by a number of columns and rows.
  package func offset(x dx: Int = 0, y dy: Int = 0) -> Point {
    Point(x: x + dx, y: y + dy)
  }
}

/// The distances of an inner rectangle from an outer one, in cells.
package struct Insets: Hashable, Sendable {
  /// Cells left free on each side.
  package var top: Int, left: Int, bottom: Int, right: Int

  /// Makes insets; sides that are not named are 0.
  package init(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}

extension Size: CustomStringConvertible {
  /// Columns and rows, as in `120x40`.
  public var description: String { "\(width)x\(height)" }
}

extension Point: CustomStringConvertible {
  /// Column and row, as in `(3, 0)`.
  public var description: String { "(\(x), \(y))" }
}
