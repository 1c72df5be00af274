/// Where the lines of a text being edited are broken into rows of the screen.
///
/// Rows are ranges of characters. A row is broken behind its last blank, or in the middle of a word that is longer than
/// the row; a blank may hang over the end. Only lines that are asked for are looked at, and the last one is remembered:
/// all that one frame asks is about the line of the cursor and its neighbours.
nonisolated final class WrappedRows {
  let characters: [Character]
  /// Cells of a row, at least 1.
  let width: Int
  private var last: (line: Range<Int>, rows: [Range<Int>])?

  init(_ characters: [Character], width: Int) {
    self.characters = characters
    self.width = max(1, width)
  }

  /// The cells that a character takes, as it is shown.
  static func cells(_ character: Character) -> Int {
    if let ascii = character.asciiValue, ascii >= 0x20, ascii < 0x7F { return 1 }
    return DisplayText.cells(DisplayText.visible(String(character)))
  }

  /// The cells of a range of characters.
  func cells(_ range: Range<Int>) -> Int {
    characters[range].reduce(0) { $0 + Self.cells($1) }
  }

  /// The rows of the line around the character `index`: never none.
  func rows(around index: Int) -> [Range<Int>] {
    if let last, last.line.lowerBound <= index, index <= last.line.upperBound { return last.rows }
    let line = line(around: index)
    let rows = rows(of: line)
    last = (line, rows)
    return rows
  }

  private func rows(of line: Range<Int>) -> [Range<Int>] {
    var rows: [Range<Int>] = []
    var start = line.lowerBound
    var breakable = start
    var used = 0
    var position = start
    while position < line.upperBound {
      let character = characters[position]
      let cells = Self.cells(character)
      if character.isWhitespace {
        breakable = position + 1
      } else if used + cells > width, position > start {
        let end = breakable > start ? breakable : position
        rows.append(start..<end)
        used = self.cells(end..<position)
        start = end
      }
      used += cells
      position += 1
    }
    rows.append(start..<line.upperBound)
    return rows
  }

  /// The row in which a cursor before the character `index` stands, among those of its line.
  func row(of index: Int) -> (rows: [Range<Int>], position: Int) {
    let rows = rows(around: index)
    return (rows, rows.lastIndex { $0.lowerBound <= index } ?? 0)
  }

  /// At most `count` rows from the one that begins with the character `start`.
  func rows(from start: Int, count: Int) -> [Range<Int>] {
    var (rows, position) = row(of: start)
    rows.removeFirst(position)
    while rows.count < count, let end = rows.last?.upperBound, end < characters.count {
      rows += self.rows(around: end + 1)
    }
    return Array(rows.prefix(count))
  }

  /// Where the row begins that stands `count` rows above that of `index`, or the first one.
  func start(above index: Int, by count: Int) -> Int {
    var (rows, position) = row(of: index)
    var left = count
    while left > position {
      left -= position + 1
      guard let first = rows.first?.lowerBound, first > 0 else { return 0 }
      rows = self.rows(around: first - 1)
      position = rows.count - 1
    }
    return rows[position - left].lowerBound
  }

  /// The place in `row` that is nearest to `cells` cells from its left; `isLast` rows can hold a cursor behind them.
  func index(in row: Range<Int>, atCells cells: Int, isLast: Bool) -> Int {
    var used = 0
    for index in row {
      used += Self.cells(characters[index])
      if used > cells { return index }
    }
    return isLast ? row.upperBound : max(row.lowerBound, row.upperBound - 1)
  }

  private func line(around index: Int) -> Range<Int> {
    let start = characters[..<index].lastIndex { $0.isNewline }.map { $0 + 1 } ?? 0
    let end = characters[index...].firstIndex { $0.isNewline } ?? characters.count
    return start..<end
  }
}
