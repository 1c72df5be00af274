/// A frame: the cells of a screen or of a part of one.
///
/// A wide glyph is a cell of width 2 and a continuation to its right, always both: writing over one half blanks the
/// other.
package struct Buffer: Hashable, Sendable {
  /// Its columns and rows.
  package let size: Size
  package private(set) var cells: [Cell]

  /// Makes a buffer of spaces.
  package init(size: Size, style: Style = .plain) {
    self.size = size
    cells = Array(repeating: .blank(style), count: size.width * size.height)
  }

  /// The rectangle of all its cells.
  package var bounds: Rect { Rect(size: size) }

  /// The cell at a point, which must be within ``bounds`` to read; writing elsewhere does nothing.
  ///
  /// A wide cell written here brings its right half along; in the last column it becomes a space.
  package subscript(point: Point) -> Cell {
    get {
      precondition(bounds.contains(point), "no cell at \(point) in a buffer of \(size)")
      return cells[point.y * size.width + point.x]
    }
    set {
      guard bounds.contains(point) else { return }
      put(newValue, x: point.x, y: point.y, limit: size.width)
    }
  }

  /// The cells of one row, from left to right.
  package func row(_ y: Int) -> ArraySlice<Cell> {
    cells[y * size.width..<(y + 1) * size.width]
  }

  /// Fills a rectangle with one cell of width 1, by default a space.
  package mutating func fill(_ rect: Rect, with cell: Cell = .blank) {
    let area = rect.intersection(bounds)
    guard !area.isEmpty else { return }
    let cell = cell.width == 1 ? cell : .blank(cell.style)
    for y in area.rows {
      separate(x: area.minX, y: y)
      separate(x: area.maxX, y: y)
      let start = y * size.width
      for index in start + area.minX..<start + area.maxX { cells[index] = cell }
    }
  }

  /// Changes the style of every cell of a rectangle and leaves the glyphs.
  package mutating func restyle(_ rect: Rect, _ change: (Style) -> Style) {
    let area = rect.intersection(bounds)
    for y in area.rows {
      for x in area.columns {
        let index = y * size.width + x
        cells[index].style = change(cells[index].style)
      }
    }
  }

  /// Writes one cell and, for a wide one, its right half, if both fit before `limit`.
  mutating func put(_ cell: Cell, x: Int, y: Int, limit: Int) {
    let index = y * size.width + x
    separate(x: x, y: y)
    separate(x: x + max(1, cell.width), y: y)
    switch cell.width {
    case 1: cells[index] = cell
    case 2 where x + 1 < limit:
      cells[index] = cell
      cells[index + 1] = .continuation(cell.style)
    default: cells[index] = .blank(cell.style)
    }
  }

  /// Writes characters of width 1, each of one byte, into cells of one row.
  mutating func put(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, from point: Point, style: Style) {
    separate(x: point.x, y: point.y)
    separate(x: point.x + bytes.count, y: point.y)
    let start = point.y * size.width + point.x
    for (offset, byte) in bytes.enumerated() {
      cells[start + offset] = Cell(unchecked: Unicode.Scalar(byte), width: 1, style: style)
    }
  }

  mutating func append(mark: Unicode.Scalar, x: Int, y: Int) {
    cells[y * size.width + x].append(mark: mark)
  }

  /// Makes sure that no wide glyph spans the border left of a column: both of its halves become spaces.
  mutating func separate(x: Int, y: Int) {
    guard x > 0, x < size.width else { return }
    let index = y * size.width + x
    guard cells[index].isContinuation else { return }
    cells[index - 1] = .blank(cells[index - 1].style)
    cells[index] = .blank(cells[index].style)
  }
}
