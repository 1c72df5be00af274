import Terminal

/// The line breaks of a long text for the screen: its lines wrapped into rows.
///
/// A row is a range of offsets. It ends after its last blank, or within a word that is longer than the row. Blanks may extend
/// beyond the end, up to as many as fill another row. Only the requested lines are wrapped. In very long lines, wrapping
/// restarts at fixed distances. Recent results are cached, because one frame asks only for the cursor's line and its
/// neighbours.
nonisolated final class WrappedRows {
  let text: PieceText
  /// Cells of a row, at least 1; nil for rows that are whole lines.
  let width: Int?
  private var recent: [Block] = []

  /// A line, or a part of a long one, in rows.
  struct Block {
    let range: Range<Int>
    let rows: [Range<Int>]
    /// The start of the next block; `nil` after the last.
    let next: Int?
    /// Whether its last row ends a line, so that a cursor can stand behind it.
    let endsLine: Bool

    func row(of place: Int) -> Int { rows.lastIndex { $0.lowerBound <= place } ?? 0 }
  }

  /// Lines up to here are wrapped as a whole, others in parts.
  private static let longLine = 1 << 16
  private static let partSize = 1 << 14

  init(_ text: PieceText, width: Int?) {
    self.text = text
    self.width = width.map { max(1, $0) }
  }

  /// The cells that a character takes, as it is shown.
  static func cells(_ character: Character) -> Int {
    if let ascii = character.asciiValue, ascii >= 0x20, ascii < 0x7F { return 1 }
    let scalars = character.unicodeScalars
    // A letter of any script with what stands above and below it: all of it shows as itself.
    if let letter = scalars.first, !Sanitizer.isUnsafe(letter),
      scalars.dropFirst().allSatisfy({ !Sanitizer.isUnsafe($0) && TextWidth.cells(of: $0) == 0 })
    {
      let cells = TextWidth.cells(of: letter)
      if cells > 0 { return cells }
    }
    return DisplayText.cells(shown(character))
  }

  /// Returns the visible form of a character.
  ///
  /// Control characters become pictures such as `␛`. Long sequences of combining marks are cut off.
  static func shown(_ character: Character) -> String {
    let scalars = character.unicodeScalars
    guard scalars.count > longestGrapheme else { return DisplayText.visible(String(character)) }
    return DisplayText.visible(String(String.UnicodeScalarView(scalars.prefix(longestGrapheme))))
  }

  private static let longestGrapheme = 32

  /// The cells from one place to another of the same row.
  func cells(_ range: Range<Int>) -> Int {
    text.string(in: range).reduce(0) { $0 + Self.cells($1) }
  }

  /// The rows around a place.
  func block(around place: Int) -> Block {
    if let known = recent.first(where: { $0.contains(place) }) { return known }
    let block = makeBlock(around: place)
    recent.insert(block, at: 0)
    if recent.count > 4 { recent.removeLast() }
    return block
  }

  private func makeBlock(around place: Int) -> Block {
    let (start, end) = (text.lineStart(place), text.lineEnd(place))
    guard end - start > Self.longLine else {
      return Block(
        range: start..<end,
        rows: rows(of: start..<end),
        next: text.nextLine(after: end),
        endsLine: true
      )
    }
    var number = min(place - start, end - start - 1) / Self.partSize
    // A border stands before the multiple of the size when that is within a character.
    let behind = border(number + 1, from: start, to: end)
    if place >= behind, behind < end { number += 1 }
    let range = border(number, from: start, to: end)..<border(number + 1, from: start, to: end)
    let endsLine = range.upperBound == end
    return Block(
      range: range,
      rows: rows(of: range),
      next: endsLine ? text.nextLine(after: end) : range.upperBound,
      endsLine: endsLine
    )
  }

  /// A place between characters near a multiple of the size of a part.
  private func border(_ number: Int, from start: Int, to end: Int) -> Int {
    let place = start + number * Self.partSize
    guard number > 0, place < end else { return min(place, end) }
    let aligned = text.aligned(place)
    // Not between a letter and its mark.
    let behind = text.characters(before: aligned, limit: 1).last?.utf8.count ?? 0
    return max(start, text.next(aligned - behind) == aligned ? aligned : aligned - behind)
  }

  private func rows(of line: Range<Int>) -> [Range<Int>] {
    guard let width else { return [line] }
    var rows: [Range<Int>] = []
    var start = line.lowerBound
    // The last place behind a blank, and the cells up to it.
    var breakable = (place: start, cells: 0)
    var used = 0
    var place = start
    for character in text.string(in: line) {
      let cells = Self.cells(character)
      let end = place + character.utf8.count
      if character.isWhitespace {
        if used >= 2 * width {
          rows.append(start..<place)
          start = place
          used = 0
        }
        breakable = (end, used + cells)
      } else if used + cells > width, place > start {
        let isWord = breakable.place > start
        rows.append(start..<(isWord ? breakable.place : place))
        used -= isWord ? breakable.cells : used
        start = isWord ? breakable.place : place
        breakable = (start, 0)
      }
      used += cells
      place = end
    }
    rows.append(start..<line.upperBound)
    return rows
  }

  /// At most `count` rows from the one in which a place stands.
  func rows(from place: Int, count: Int) -> [Range<Int>] {
    var block = block(around: place)
    var rows = Array(block.rows[block.row(of: place)...])
    while rows.count < count, let next = block.next {
      block = self.block(around: next)
      rows += block.rows
    }
    return Array(rows.prefix(count))
  }

  /// Returns the start of the row `count` rows above that of `place`, or of the first row.
  func start(above place: Int, by count: Int) -> Int {
    var block = block(around: place)
    var position = block.row(of: place)
    var left = count
    while left > position {
      left -= position + 1
      guard let before = self.before(block) else { return 0 }
      block = before
      position = block.rows.count - 1
    }
    return block.rows[position - left].lowerBound
  }

  private func before(_ block: Block) -> Block? {
    let start = block.range.lowerBound
    return start > 0 ? self.block(around: text.aligned(start - 1)) : nil
  }

  /// The row above or below that of a place, and whether it ends its line; nil at the ends of the text.
  func row(beside place: Int, by step: Int) -> (row: Range<Int>, isLast: Bool)? {
    let block = block(around: place)
    let position = block.row(of: place) + step
    if block.rows.indices.contains(position) {
      return (block.rows[position], block.endsLine && position == block.rows.count - 1)
    }
    guard let other = step < 0 ? before(block) : block.next.map({ self.block(around: $0) }),
      let row = step < 0 ? other.rows.last : other.rows.first
    else { return nil }
    return (row, other.endsLine && (step < 0 || other.rows.count == 1))
  }

  /// The place in `row` that is nearest to `cells` cells from its left; `isLast` rows can hold a cursor behind them.
  func place(in row: Range<Int>, atCells cells: Int, isLast: Bool) -> Int {
    var used = 0
    var place = row.lowerBound
    var last = place
    for character in text.string(in: row) {
      used += Self.cells(character)
      if used > cells { return place }
      last = place
      place += character.utf8.count
    }
    return isLast ? row.upperBound : last
  }
}

nonisolated extension WrappedRows.Block {
  /// Whether a place belongs to these rows and not to the ones behind them.
  fileprivate func contains(_ place: Int) -> Bool {
    range.contains(place)
      || endsLine
        && (place == range.upperBound || next.map { range.upperBound..<$0 ~= place } == true)
  }
}
