extension Buffer {
  /// Writes text in one row, from left to right.
  ///
  /// Cells outside of the buffer or the clip are left out; a wide glyph that lies half outside becomes
  /// a space. The text passes ``Sanitizer``, so that no text can drive the terminal.
  /// - Parameters:
  ///   - text: The text; a line break in it is no line break.
  ///   - point: Where the first glyph goes, possibly outside of the buffer.
  ///   - style: How the glyphs look.
  ///   - clip: Where writing is allowed; nil for everywhere.
  /// - Returns: How many cells the text took up to the right border of the clip, clipped glyphs on the left included.
  @discardableResult
  package mutating func write(
    _ text: String,
    at point: Point,
    style: Style = .plain,
    clippedTo clip: Rect? = nil
  ) -> Int {
    let area = clip?.intersection(bounds) ?? bounds
    guard area.rows.contains(point.y), !area.isEmpty else { return 0 }
    if let count = writePlain(text, at: point, style: style, in: area) { return count }
    var writer = GlyphWriter(
      y: point.y,
      columns: area.columns,
      style: style,
      x: point.x
    )
    // A cell holds a few scalars; of a long text no more is looked at than can be shown.
    let visible = Sanitizer.visible(text, upTo: max(0, area.maxX - point.x) * 8)
    for scalar in visible.unicodeScalars {
      let width = TextWidth.cells(of: scalar)
      // Marks still belong to the last glyph, as long as nothing else follows.
      guard width == 0 || writer.x < area.maxX else { break }
      writer.write(scalar, width: width, to: &self)
    }
    return max(0, writer.x - point.x)
  }

  /// Writes as much as there is room for of a text of printable ASCII: a byte is a cell.
  /// - Returns: How many cells it took; `nil` where other characters are in it, or marks follow it.
  private mutating func writePlain(
    _ text: String,
    at point: Point,
    style: Style,
    in area: Rect
  ) -> Int? {
    var text = text
    return text.withUTF8 { bytes in
      let count = min(bytes.count, max(0, area.maxX - point.x))
      let looked = UnsafeBufferPointer(rebasing: bytes[..<min(bytes.count, count + 1)])
      guard Sanitizer.isPrintableASCII(looked) else { return nil }
      let cut = max(0, area.minX - point.x)
      if cut < count {
        put(bytes[cut..<count], from: point.offset(x: cut), style: style)
      }
      return count
    }
  }
}

/// A writer of characters into one row of a ``Buffer``, with the next column and the column of the last glyph.
private struct GlyphWriter {
  let y: Int
  let columns: Range<Int>
  let style: Style
  var x: Int
  /// The column of the last glyph written, to which marks are added.
  var lastGlyph: Int?

  mutating func write(_ scalar: Unicode.Scalar, width: Int, to buffer: inout Buffer) {
    switch width {
    case 0:
      if let lastGlyph { buffer.append(mark: scalar, x: lastGlyph, y: y) }
      return
    case 1:
      lastGlyph = columns.contains(x) ? x : nil
      if lastGlyph != nil {
        let cell = Cell(unchecked: scalar, width: 1, style: style)
        buffer.put(cell, x: x, y: y, limit: columns.upperBound)
      }
    default:
      let isWhole = columns.contains(x) && columns.contains(x + 1)
      lastGlyph = isWhole ? x : nil
      let cell = isWhole ? Cell(unchecked: scalar, width: 2, style: style) : .blank(style)
      if columns.contains(x) {
        buffer.put(cell, x: x, y: y, limit: columns.upperBound)
      } else if columns.contains(x + 1) {
        buffer.put(cell, x: x + 1, y: y, limit: columns.upperBound)
      }
    }
    x += width
  }
}
