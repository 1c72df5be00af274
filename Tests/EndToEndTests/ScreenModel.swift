import Terminal

/// A terminal emulator: the screen of an xterm-256color after the bytes that a program wrote.
///
/// Knows the sequences that ncurses and the program send. It swallows others, as terminals do.
struct ScreenModel {
  private(set) var size: Size
  /// The position of the cursor.
  private(set) var cursor = Point.zero
  private(set) var isCursorVisible = true
  /// Whether the second screen shows, which programs take over.
  private(set) var isAlternateScreen = false
  /// The private modes that are on: 2004 bracketed paste, 1004 focus, 1002 mouse.
  private(set) var modes: Set<Int> = []
  /// How often the bell rang.
  private(set) var bellCount = 0
  /// The operating system commands received, such as `52;c;…` for the clipboard.
  private(set) var commands: [String] = []

  private var rows: [[Cell]]
  private var mainRows: [[Cell]] = []
  private var saved = Point.zero
  private var savedByMode = Point.zero
  private var style = Style.plain
  private var top = 0
  private var bottom: Int
  private var isInserting = false
  private var wrapsLines = true
  /// Whether the last column was written, so that the next glyph goes to the next line.
  private var isWrapPending = false
  private var lastGlyph: Unicode.Scalar = " "
  private var parser = EscapeParser()

  init(size: Size) {
    self.size = size
    bottom = size.height - 1
    rows = Array(repeating: ScreenModel.blankRow(size.width), count: size.height)
  }

  /// The text of each row, without the spaces at its end.
  var lines: [String] { buffer.lines }

  /// The cells as a buffer.
  var buffer: Buffer {
    var buffer = Buffer(size: size)
    for y in rows.indices {
      for x in rows[y].indices where !rows[y][x].isContinuation {
        buffer[Point(x: x, y: y)] = rows[y][x]
      }
    }
    return buffer
  }

  /// Takes what the program wrote.
  mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      guard let action = parser.take(byte) else { continue }
      perform(action)
    }
  }

  /// Changes the size of the window: rows and columns are cut off or added.
  mutating func resize(to new: Size) {
    for y in rows.indices { rows[y] = ScreenModel.row(rows[y], resizedTo: new.width) }
    while rows.count > new.height { rows.removeLast() }
    while rows.count < new.height { rows.append(ScreenModel.blankRow(new.width)) }
    size = new
    top = 0
    bottom = new.height - 1
    cursor = Point(x: min(cursor.x, new.width - 1), y: min(cursor.y, new.height - 1))
    isWrapPending = false
  }

  private static func blankRow(_ width: Int) -> [Cell] {
    Array(repeating: .blank, count: width)
  }

  private static func row(_ row: [Cell], resizedTo width: Int) -> [Cell] {
    var row = Array(row.prefix(width))
    if let last = row.last, last.width == 2 { row[row.count - 1] = .blank }
    while row.count < width { row.append(.blank) }
    return row
  }
}

// MARK: - Glyphs

extension ScreenModel {
  private mutating func perform(_ action: EscapeParser.Action) {
    switch action {
    case .print(let scalar): print(scalar)
    case .control(let byte): control(byte)
    case .escape(let final): escape(final)
    case .command(let text): commands.append(text)
    case .sequence(let sequence): perform(sequence)
    }
  }

  private mutating func print(_ scalar: Unicode.Scalar) {
    let width = TextWidth.cells(of: scalar)
    guard width > 0 else {
      // A mark joins the glyph before the cursor.
      let x = isWrapPending ? cursor.x : cursor.x - 1
      guard x >= 0 else { return }
      let base = rows[cursor.y][x].isContinuation && x > 0 ? x - 1 : x
      rows[cursor.y][base].append(mark: scalar)
      return
    }
    if wrapsLines, isWrapPending || cursor.x + width > size.width {
      cursor.x = 0
      lineFeed()
    }
    guard cursor.x + width <= size.width else { return }
    lastGlyph = scalar
    if isInserting { insertCells(width) }
    put(Cell(unchecked: scalar, width: width, style: style), x: cursor.x)
    if width == 2 { rows[cursor.y][cursor.x + 1] = .continuation(style) }
    isWrapPending = cursor.x + width >= size.width
    cursor.x = min(cursor.x + width, size.width - 1)
  }

  /// Writes a cell and blanks what it leaves of wide glyphs.
  private mutating func put(_ cell: Cell, x: Int) {
    separate(x)
    separate(x + cell.width)
    rows[cursor.y][x] = cell
  }

  private mutating func separate(_ x: Int) {
    guard x > 0, x < size.width, rows[cursor.y][x].isContinuation else { return }
    rows[cursor.y][x - 1] = .blank(rows[cursor.y][x - 1].style)
    rows[cursor.y][x] = .blank(rows[cursor.y][x].style)
  }

  /// A blank cell with the current background, as erasing leaves it.
  private var erased: Cell { .blank(Style(background: style.background)) }

  private mutating func erase(_ columns: Range<Int>, y: Int) {
    let columns = columns.clamped(to: 0..<size.width)
    let line = cursor.y
    cursor.y = y
    separate(columns.lowerBound)
    separate(columns.upperBound)
    cursor.y = line
    for x in columns { rows[y][x] = erased }
  }

  private mutating func insertCells(_ count: Int) {
    separate(cursor.x)
    let count = min(count, size.width - cursor.x)
    rows[cursor.y].insert(contentsOf: Array(repeating: erased, count: count), at: cursor.x)
    rows[cursor.y] = ScreenModel.row(rows[cursor.y], resizedTo: size.width)
  }

  private mutating func deleteCells(_ count: Int) {
    let count = min(count, size.width - cursor.x)
    separate(cursor.x)
    separate(cursor.x + count)
    rows[cursor.y].removeSubrange(cursor.x..<cursor.x + count)
    rows[cursor.y].append(contentsOf: Array(repeating: erased, count: count))
  }
}

// MARK: - Lines

extension ScreenModel {
  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x07: bellCount += 1
    case 0x08: move(x: cursor.x - 1)
    case 0x09: move(x: (cursor.x / 8 + 1) * 8)
    case 0x0A, 0x0B, 0x0C: lineFeed()
    case 0x0D: move(x: 0)
    default: break
    }
  }

  private mutating func escape(_ final: UInt8) {
    switch final {
    case UInt8(ascii: "7"): saved = cursor
    case UInt8(ascii: "8"): move(x: saved.x, y: saved.y)
    case UInt8(ascii: "D"): lineFeed()
    case UInt8(ascii: "E"):
      move(x: 0)
      lineFeed()
    case UInt8(ascii: "M"): reverseLineFeed()
    case UInt8(ascii: "c"): self = ScreenModel(size: size)
    default: break
    }
  }

  private mutating func move(x: Int? = nil, y: Int? = nil) {
    cursor.x = min(max(0, x ?? cursor.x), size.width - 1)
    cursor.y = min(max(0, y ?? cursor.y), size.height - 1)
    isWrapPending = false
  }

  private mutating func lineFeed() {
    isWrapPending = false
    if cursor.y == bottom {
      scroll(1, from: top)
    } else if cursor.y < size.height - 1 {
      cursor.y += 1
    }
  }

  private mutating func reverseLineFeed() {
    isWrapPending = false
    if cursor.y == top {
      scroll(-1, from: top)
    } else if cursor.y > 0 {
      cursor.y -= 1
    }
  }

  /// Moves the lines from one to the end of the scroll region up, or down if the count is negative.
  private mutating func scroll(_ count: Int, from first: Int) {
    let blank = Array(repeating: erased, count: size.width)
    for _ in 0..<min(abs(count), bottom - first + 1) {
      rows.remove(at: count > 0 ? first : bottom)
      rows.insert(blank, at: count > 0 ? bottom : first)
    }
  }

  private mutating func perform(_ sequence: EscapeParser.Sequence) {
    guard sequence.prefix == nil else { return performPrivate(sequence) }
    let count = sequence.number(0, default: 1)
    switch sequence.final {
    case "A": move(y: max(cursor.y - count, cursor.y >= top ? top : 0))
    case "B", "e": move(y: min(cursor.y + count, cursor.y <= bottom ? bottom : size.height))
    case "C", "a": move(x: cursor.x + count)
    case "D": move(x: cursor.x - count)
    case "E": move(x: 0, y: cursor.y + count)
    case "F": move(x: 0, y: cursor.y - count)
    case "G", "`": move(x: count - 1)
    case "d": move(y: count - 1)
    case "H", "f": move(x: sequence.number(1, default: 1) - 1, y: count - 1)
    case "J", "K", "X", "P", "@", "L", "M", "S", "T": edit(sequence, count: count)
    case "b": for _ in 0..<count { print(lastGlyph) }
    case "m": style.select(sequence.numbers)
    case "r":
      top = max(0, count - 1)
      bottom = min(sequence.number(1, default: size.height), size.height) - 1
      if top >= bottom { (top, bottom) = (0, size.height - 1) }
      move(x: 0, y: 0)
    case "h" where sequence.numbers.contains(4): isInserting = true
    case "l" where sequence.numbers.contains(4): isInserting = false
    case "s": saved = cursor
    case "u": move(x: saved.x, y: saved.y)
    default: break
    }
  }

  private mutating func edit(_ sequence: EscapeParser.Sequence, count: Int) {
    isWrapPending = false
    let isInRegion = (top...bottom).contains(cursor.y)
    switch sequence.final {
    case "J": eraseScreen(sequence.number(0, default: 0))
    case "K": eraseLine(sequence.number(0, default: 0))
    case "X": erase(cursor.x..<min(cursor.x + count, size.width), y: cursor.y)
    case "P": deleteCells(count)
    case "@": insertCells(count)
    case "L" where isInRegion: scroll(-count, from: cursor.y)
    case "M" where isInRegion: scroll(count, from: cursor.y)
    case "S": scroll(count, from: top)
    case "T": scroll(-count, from: top)
    default: break
    }
  }

  private mutating func eraseLine(_ part: Int) {
    switch part {
    case 0: erase(cursor.x..<size.width, y: cursor.y)
    case 1: erase(0..<cursor.x + 1, y: cursor.y)
    default: erase(0..<size.width, y: cursor.y)
    }
  }

  private mutating func eraseScreen(_ part: Int) {
    eraseLine(part)
    let lines = part == 0 ? cursor.y + 1..<size.height : part == 1 ? 0..<cursor.y : 0..<size.height
    for y in lines { erase(0..<size.width, y: y) }
  }

  private mutating func performPrivate(_ sequence: EscapeParser.Sequence) {
    guard sequence.prefix == "?", sequence.final == "h" || sequence.final == "l" else { return }
    let isOn = sequence.final == "h"
    for mode in sequence.numbers {
      if isOn { modes.insert(mode) } else { modes.remove(mode) }
      switch mode {
      case 7: wrapsLines = isOn
      case 25: isCursorVisible = isOn
      case 47, 1047, 1049: showAlternateScreen(isOn)
      default: break
      }
    }
  }

  private mutating func showAlternateScreen(_ isOn: Bool) {
    guard isOn != isAlternateScreen else { return }
    isAlternateScreen = isOn
    if isOn {
      savedByMode = cursor
      mainRows = rows
      rows = Array(repeating: ScreenModel.blankRow(size.width), count: size.height)
    } else {
      rows = mainRows
      let last = size
      resize(to: last)
      move(x: savedByMode.x, y: savedByMode.y)
    }
  }
}

extension Style {
  /// Changes the style as `CSI … m` says.
  fileprivate mutating func select(_ numbers: [Int]) {
    var rest = ArraySlice(numbers.isEmpty ? [0] : numbers)
    while let number = rest.popFirst() {
      switch number {
      case 0: self = .plain
      case 1: attributes.insert(.bold)
      case 2: attributes.insert(.dim)
      case 3: attributes.insert(.italic)
      case 4: attributes.insert(.underline)
      case 7: attributes.insert(.reverse)
      case 9: attributes.insert(.strikethrough)
      case 22: attributes.subtract([.bold, .dim])
      case 23: attributes.remove(.italic)
      case 24: attributes.remove(.underline)
      case 27: attributes.remove(.reverse)
      case 29: attributes.remove(.strikethrough)
      case 30...37: foreground = .indexed(UInt8(number - 30))
      case 39: foreground = .default
      case 40...47: background = .indexed(UInt8(number - 40))
      case 49: background = .default
      case 90...97: foreground = .indexed(UInt8(number - 82))
      case 100...107: background = .indexed(UInt8(number - 92))
      case 38, 48:
        guard rest.popFirst() == 5, let index = rest.popFirst(), (0...255).contains(index)
        else { return }
        if number == 38 {
          foreground = .indexed(UInt8(index))
        } else {
          background = .indexed(UInt8(index))
        }
      default: break
      }
    }
  }
}
