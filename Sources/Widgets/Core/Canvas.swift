package import Terminal

/// A drawing surface for views: a buffer of cells, clipped to the visible part.
///
/// All text drawn goes through ``Sanitizer`` here, so that data cannot control the terminal.
package struct Canvas {
  /// The cells of the frame.
  package private(set) var buffer: Buffer
  /// The area that drawing is limited to.
  package private(set) var clip: Rect
  /// The styles that roles stand for.
  package internal(set) var palette: Palette

  /// The focused view of this frame.
  weak var focused: Identity?

  init(size: Size, palette: Palette) {
    buffer = Buffer(size: size)
    clip = Rect(size: size)
    self.palette = palette
  }

  /// Whether any cell of `rect` is visible.
  func shows(_ rect: Rect) -> Bool { !clip.intersection(rect).isEmpty }

  /// Whether the view at `identity` has the focus.
  func isFocused(_ identity: Identity) -> Bool { focused === identity }

  /// Draws with nothing outside of `rect` touched.
  package mutating func clipped(to rect: Rect, _ draw: (inout Canvas) -> Void) {
    let outer = clip
    clip = outer.intersection(rect)
    if !clip.isEmpty { draw(&self) }
    clip = outer
  }

  /// Writes one line of `text` from (`x`, `y`), cut with `…` where `width` or what is visible ends.
  /// - Returns: The cells it took.
  @discardableResult
  package mutating func write(
    _ text: String,
    x: Int,
    y: Int,
    width: Int = .max,
    style: Style = .plain
  ) -> Int {
    let room = room(x, width)
    guard room > 0, !text.isEmpty else { return 0 }
    return put(DisplayText.line(text, width: room), x: x, y: y, style: style)
  }

  /// Writes pieces of text one after the other, the piece in which `width` or what is visible ends cut with `…`.
  mutating func write(_ runs: [StyledRun], x: Int, y: Int, width: Int) {
    let end = x + room(x, width)
    var x = x
    for (index, run) in runs.enumerated() where !run.text.isEmpty {
      guard x < end else { return }
      let isFollowed = runs[(index + 1)...].contains { $0.text.contains { $0 != " " } }
      // What fills all the room has to leave a cell for the mark where something follows.
      let isFull = DisplayText.cells(DisplayText.line(run.text, width: end - x + 1)) >= end - x
      let text = isFull && isFollowed ? run.text + "…" : run.text
      x += write(text, x: x, y: y, width: end - x, style: run.style)
      if isFull { return }
    }
  }

  /// The cells from `x` on, up to the end of `width` and of what is visible.
  private func room(_ x: Int, _ width: Int) -> Int { min(width, clip.maxX - x) }

  /// Writes one line of `text` into the `width` cells from (`x`, `y`), aligned, the rest blank in `style`.
  package mutating func write(
    _ text: String,
    x: Int,
    y: Int,
    filling width: Int,
    alignment: HorizontalAlignment,
    style: Style = .plain
  ) {
    let width = room(x, width)
    guard width > 0 else { return }
    let line = DisplayText.line(text, width: width)
    let start = alignment.offset(of: DisplayText.cells(line), in: width)
    fill(Rect(x: x, y: y, width: width, height: 1), style: style)
    put(line, x: x + start, y: y, style: style)
  }

  /// Makes every visible cell of `rect` a blank of `style`.
  package mutating func fill(_ rect: Rect, style: Style = .plain) {
    buffer.fill(clip.intersection(rect), with: .blank(style))
  }

  /// Copies the visible cells of a drawing, with its top left corner at `origin`.
  mutating func draw(_ drawing: Buffer, at origin: Point) {
    for y in 0..<drawing.size.height {
      for (x, cell) in drawing.row(y).enumerated() where !cell.isContinuation {
        let place = origin.offset(x: x, y: y)
        if clip.contains(place), clip.contains(place.offset(x: max(cell.width, 1) - 1)) {
          buffer[place] = cell
        }
      }
    }
  }

  /// Repeats a character of width 1 over `rect`: lines and bars.
  package mutating func fill(_ rect: Rect, with scalar: Unicode.Scalar, style: Style = .plain) {
    buffer.fill(clip.intersection(rect), with: Cell(scalar, style: style))
  }

  /// Lays `style` over what is drawn in `rect`.
  package mutating func restyle(_ rect: Rect, _ style: Style) {
    buffer.restyle(clip.intersection(rect)) { $0.overlaid(with: style) }
  }

  /// Lays `shade` below what is drawn in `rect`: text keeps its own colours, and blanks between them get the shade.
  package mutating func shade(_ rect: Rect, _ shade: Style) {
    guard shade != .plain else { return }
    buffer.restyle(clip.intersection(rect)) { $0.shaded(with: shade) }
  }

  /// Lays `style` over every place in the one line of `rect` where one of `texts` is drawn, in any case of its letters.
  mutating func restyle(occurrencesOf texts: [String], in rect: Rect, _ style: Style) {
    let visible = clip.intersection(rect)
    guard texts.contains(where: { !$0.isEmpty }), !visible.isEmpty else { return }
    // One element for each glyph, with the column it begins in; the right half of a wide one has none.
    let glyphs = visible.columns.compactMap { x -> (column: Int, text: String)? in
      let glyph = buffer[Point(x: x, y: visible.minY)].text.lowercased()
      return glyph.isEmpty ? nil : (x, glyph)
    }
    for wanted in texts.map({ $0.lowercased().map(String.init) }) where !wanted.isEmpty {
      var first = 0
      while first + wanted.count <= glyphs.count {
        let end = first + wanted.count
        guard zip(glyphs[first..<end], wanted).allSatisfy({ $0.text == $1 }) else {
          first += 1
          continue
        }
        let start = glyphs[first].column
        let stop = end < glyphs.count ? glyphs[end].column : visible.maxX
        restyle(Rect(x: start, y: visible.minY, width: stop - start, height: 1), style)
        first = end
      }
    }
  }

  @discardableResult
  private mutating func put(_ clean: String, x: Int, y: Int, style: Style) -> Int {
    buffer.write(clean, at: Point(x: x, y: y), style: style, clippedTo: clip)
    return DisplayText.cells(clean)
  }
}

/// A piece of text in one style.
typealias StyledRun = (text: String, style: Style)
