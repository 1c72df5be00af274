import Terminal
import Testing

struct BufferTests {
  @Test func `Text is written from left to right and clipped at the border`() {
    var buffer = Buffer(size: Size(width: 6, height: 2))
    #expect(buffer.write("Artist", at: Point(x: 2, y: 1)) == 4)
    #expect(buffer.lines == ["", "  Arti"])
  }

  @Test func `Text is clipped to a rectangle on both sides`() {
    var buffer = Buffer(size: Size(width: 10, height: 1))
    buffer.write("0123456789", at: .zero, clippedTo: Rect(x: 3, y: 0, width: 4, height: 1))
    #expect(buffer.lines == ["   3456"])
    buffer.write("abc", at: Point(x: -1, y: 0))
    #expect(buffer.lines == ["bc 3456"])
    #expect(buffer.write("below", at: Point(x: 0, y: 1)) == 0)
  }

  @Test func `Writing over half of a wide glyph blanks its other half`() {
    var buffer = Buffer(size: Size(width: 6, height: 1))
    buffer.write("日本語", at: .zero)
    buffer.write("X", at: Point(x: 1, y: 0))
    #expect(buffer.lines == [" X本語"])
    buffer.write("Y", at: Point(x: 4, y: 0))
    #expect(buffer.lines == [" X本Y"])
  }

  @Test func `A wide glyph that is half outside is a space`() {
    var buffer = Buffer(size: Size(width: 5, height: 1), style: .reverse)
    buffer.write("日本語", at: .zero)
    #expect(buffer.lines == ["日本"])
    buffer.write("日本", at: Point(x: -1, y: 0))
    #expect(buffer.lines == [" 本"])
    #expect(buffer[Point(x: 0, y: 0)] == .blank)
  }

  @Test func `Marks join the glyph before them`() {
    var buffer = Buffer(size: Size(width: 3, height: 1))
    #expect(buffer.write("e\u{301}o\u{302}\u{323}x\u{301}y", at: .zero) == 3)
    #expect(buffer.lines == ["e\u{301}o\u{302}\u{323}x\u{301}"])
    #expect(buffer[Point(x: 1, y: 0)].combining == ["\u{302}", "\u{323}"])
  }

  @Test func `Text that nobody sanitised does no harm`() {
    var buffer = Buffer(size: Size(width: 12, height: 1))
    buffer.write("\u{1B}[2J\u{202E}a\nb👍🏽c", at: .zero)
    #expect(buffer.lines == ["␛[2J·a⏎b👍c"])
    #expect(Cell("\u{1B}").text == "\u{FFFD}")
    #expect(Cell("\u{301}").text == "\u{FFFD}")
  }

  @Test func `Filling leaves no half glyphs`() {
    var buffer = Buffer(size: Size(width: 8, height: 1))
    buffer.write("日本語漢", at: .zero)
    buffer.fill(Rect(x: 1, y: 0, width: 2, height: 1), with: Cell("-"))
    #expect(buffer.lines == [" -- 語漢"])
  }

  @Test func `Restyling keeps the glyphs`() {
    var buffer = Buffer(size: Size(width: 4, height: 1))
    buffer.write("日ab", at: .zero)
    buffer.restyle(Rect(x: 0, y: 0, width: 3, height: 5)) { $0.overlaid(with: .reverse) }
    #expect(buffer.lines == ["日ab"])
    #expect(buffer[Point(x: 2, y: 0)].style == .reverse)
    #expect(buffer[Point(x: 3, y: 0)].style == .plain)
  }

  @Test func `Differences are one run for each row that changed`() {
    var old = Buffer(size: Size(width: 10, height: 3))
    old.write("日本語", at: Point(x: 2, y: 2))
    var new = old
    #expect(new.differences(from: old) == [])
    new.write("ab", at: Point(x: 4, y: 0))
    new.write("X", at: Point(x: 5, y: 2))
    #expect(
      new.differences(from: old) == [RowRun(y: 0, columns: 4..<6), RowRun(y: 2, columns: 4..<6)]
    )
  }

  @Test(arguments: UInt64(1)...20)
  func `The differences hold all that changed, and whole glyphs`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let size = Size(width: 12, height: 4)
    var old = Buffer(size: size)
    for _ in 0..<40 {
      var new = old
      new.scribble(with: &random)
      let runs = new.differences(from: old)
      for (x, y) in (0..<size.height).flatMap({ y in (0..<size.width).map { ($0, y) } }) {
        let place = Point(x: x, y: y)
        let isInRun = runs.contains { $0.y == y && $0.columns.contains(x) }
        #expect(isInRun || new[place] == old[place])
        let isBorder = runs.contains {
          $0.y == y && [$0.columns.lowerBound, $0.columns.upperBound].contains(x)
        }
        #expect(!isBorder || !new[place].isContinuation && !old[place].isContinuation)
      }
      #expect(new.hasOnlyWholeGlyphs)
      old = new
    }
  }

  @Test(arguments: UInt64(1)...20)
  func `Text of one byte to a cell is what its characters are one by one`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let size = Size(width: 12, height: 4)
    var whole = Buffer(size: size)
    for _ in 0..<40 {
      whole.scribble(with: &random)
      var single = whole
      let text = String("plain ~text~".prefix(random.next(0..<13)))
      let mark = random.next(0..<4) == 0 && !text.isEmpty ? "\u{301}x" : ""
      let point = Point(x: random.next(-5..<14), y: random.next(-1..<5))
      let clip = Rect(x: random.next(-2..<10), y: 0, width: random.next(0..<14), height: 4)
      let area = clip.intersection(single.bounds)
      let taken = whole.write(text + mark, at: point, style: .bold, clippedTo: clip)
      for (x, scalar) in zip(point.x..., text.unicodeScalars)
      where area.contains(Point(x: x, y: point.y)) {
        single[Point(x: x, y: point.y)] = Cell(scalar, style: .bold)
      }
      let isShown = area.rows.contains(point.y) && !area.isEmpty
      let room = isShown ? max(0, area.maxX - point.x) : 0
      #expect(taken == min(room, text.count + (mark.isEmpty ? 0 : 1)))
      if mark.isEmpty { #expect(whole == single, "\(text) at \(point) in \(clip)") }
      #expect(whole.hasOnlyWholeGlyphs)
      if !mark.isEmpty, isShown, area.columns.contains(point.x + text.count - 1) {
        #expect(whole[Point(x: point.x + text.count - 1, y: point.y)].hasMarks)
      }
    }
  }

  @Test func `Escape sequences give every row its own colours`() {
    var buffer = Buffer(size: Size(width: 4, height: 2))
    buffer.write("ab", at: .zero, style: Style(foreground: .red, attributes: .bold))
    buffer.write("c", at: Point(x: 3, y: 1), style: Style(background: .indexed(208)))
    #expect(
      buffer.ansiText == "\u{1B}[0;1;31mab\u{1B}[0m  \n   \u{1B}[0;48;5;208mc\u{1B}[0m\n"
    )
  }

  @Test func `A picture has the text of every run and escapes what XML would read`() {
    var buffer = Buffer(size: Size(width: 8, height: 1))
    buffer.write("a<b", at: .zero, style: Style(foreground: .indexed(208), attributes: .reverse))
    let svg = buffer.svg
    #expect(svg.contains(">a&lt;b</text>"))
    #expect(svg.contains("fill=\"#ff8700\""))
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
  }

  @Test func `A buffer without cells can be written to`() {
    var buffer = Buffer(size: .zero)
    #expect(buffer.write("text", at: .zero) == 0)
    buffer.fill(Rect(x: 0, y: 0, width: 3, height: 3))
    #expect(buffer.lines == [])
    #expect(buffer.differences(from: buffer) == [])
    #expect(Buffer(size: Size(width: 0, height: 2)).lines == ["", ""])
  }
}

extension Buffer {
  /// Whether every wide glyph has both of its halves.
  fileprivate var hasOnlyWholeGlyphs: Bool {
    bounds.rows.allSatisfy { y in
      bounds.columns.allSatisfy { x in
        let cell = self[Point(x: x, y: y)]
        if cell.isContinuation { return x > 0 && self[Point(x: x - 1, y: y)].width == 2 }
        guard cell.width == 2 else { return true }
        return x + 1 < size.width && self[Point(x: x + 1, y: y)].isContinuation
      }
    }
  }

  fileprivate mutating func scribble(with random: inout SplitMix) {
    let texts = ["a", "日本", "e\u{301}", "漢x字", "한", "-----"]
    let point = Point(x: random.next(-3..<14), y: random.next(-1..<5))
    let area = Rect(
      x: random.next(0..<10),
      y: 0,
      width: random.next(0..<9),
      height: random.next(1..<5)
    )
    switch random.next(0..<4) {
    case 0: fill(area.offset(x: point.x), with: Cell("#"))
    case 1: write(texts[random.next(0..<texts.count)], at: point, style: .bold, clippedTo: area)
    default: write(texts[random.next(0..<texts.count)], at: point)
    }
  }
}

/// A small generator, so that a failing seed fails again.
private struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next(_ range: Range<Int>) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return range.lowerBound + Int((mixed ^ mixed >> 31) % UInt64(range.count))
  }
}
