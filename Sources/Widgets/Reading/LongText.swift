public import Observation

/// The model of a ``TextPager``: a text of any length with scroll position, last search, wrapping and line numbers.
///
///     let text = LongText(lyrics)
///     TextPager(text)
@Observable
public final class LongText {
  /// Whether lines that are longer than the screen go on in the next row.
  public var wraps = true {
    didSet { keepPlace() }
  }
  /// Whether each line has its number before it.
  public var showsLineNumbers = false
  /// The offset in the text at which the first visible row begins.
  private(set) var top = 0
  /// The cells scrolled away at the left; of lines that are not wrapped.
  private(set) var left = 0
  /// The last text searched for.
  public private(set) var query = ""
  /// The offset of the last match.
  private(set) var found: Int?
  /// How many matches there are, and the number of the last; `nil` until they are counted.
  package private(set) var matches: (rank: Int, count: Int)?
  /// Counts searches, so that only the newest counts on.
  @ObservationIgnored private var searchCount = 0

  @ObservationIgnored let content: PieceText
  @ObservationIgnored private var rows: WrappedRows?
  @ObservationIgnored private var edges: HorizontalScrollIndex
  @ObservationIgnored private var height = 1
  /// The cells that rows have on the screen.
  @ObservationIgnored private var room = 80

  /// A text at its beginning.
  public init(_ text: String) {
    content = PieceText(text)
    edges = HorizontalScrollIndex(of: content)
  }

  /// How many lines there are.
  public var lineCount: Int { content.lineFeedCount + 1 }

  /// The current position as text: `line 12 of 340 · 3 %`.
  public var place: String {
    let line = content.lineNumber(top) + 1
    let share = content.count == 0 ? 100 : top * 100 / content.count
    return "line \(line) of \(lineCount)  ·  \(share) %"
  }

  // MARK: Rows

  /// The cells that the number of the last line takes, and a blank.
  var numberWidth: Int { showsLineNumbers ? String(lineCount).utf8.count + 1 : 0 }

  /// Returns the visible rows: the range in the text, and the line number if a line begins there.
  func rows(width: Int, height: Int) -> [(number: Int?, range: Range<Int>)] {
    (self.height, room) = (max(1, height), max(1, width - numberWidth))
    return layout.rows(from: top, count: height).map { range in
      let begins = showsLineNumbers && content.lineStart(range.lowerBound) == range.lowerBound
      return (begins ? content.lineNumber(range.lowerBound) + 1 : nil, range)
    }
  }

  /// The rows as they are broken now.
  private var layout: WrappedRows {
    let width = wraps ? room : nil
    if let rows, rows.width == width { return rows }
    let made = WrappedRows(content, width: width)
    rows = made
    return made
  }

  /// The first character of a row that is not scrolled away, and how many cells of the screen are before it.
  func edge(of row: Range<Int>) -> (place: Int, blanks: Int) {
    let edge = edges.edge(of: row, left: left)
    return (edge.place, max(0, edge.cells - left))
  }

  // MARK: Moving

  /// Goes so many rows down, or up.
  /// - Returns: Whether there were any.
  func scroll(by count: Int) -> Bool {
    guard let rows else { return false }
    let before = top
    if count < 0 {
      top = rows.start(above: top, by: -count)
    } else {
      let ahead = rows.rows(from: top, count: count + height)
      // The last row stays at the bottom.
      top = ahead[max(0, min(count, ahead.count - height))].lowerBound
    }
    return top != before
  }

  /// Goes to the beginning or the end.
  func goToStart() { top = 0 }

  /// Goes to the end.
  func goToEnd() {
    top = rows?.start(above: content.count, by: height - 1) ?? 0
  }

  /// Goes so many cells to the right, or to the left.
  func scrollSideways(by count: Int) -> Bool {
    guard !wraps else { return false }
    let before = left
    left = max(0, min(left + count, Self.farthest))
    return left != before
  }

  /// No row is so wide: lines with more bytes than fit into two are broken, and few characters take more cells than bytes.
  private static let farthest = 1 << 18

  /// Stays at the same place of the text when rows are broken in another way, and shows what was found if it was shown.
  private func keepPlace() {
    let shown = rows?.rows(from: top, count: height)
    left = 0
    top = layout.start(above: top, by: 0)
    guard let found, let first = shown?.first, let last = shown?.last,
      first.lowerBound <= found, found < last.upperBound
    else { return }
    show(found..<found + query.utf8.count)
  }

  /// Goes where a part of the text is on the screen.
  private func show(_ part: Range<Int>) {
    top = layout.start(above: part.lowerBound, by: min(3, height / 2))
    reveal(part)
  }

  /// Scrolls sideways so that a part of the text is on the screen, where its row is.
  private func reveal(_ part: Range<Int>) {
    guard !wraps else { return }
    let rows = layout
    let before = rows.cells(rows.start(above: part.lowerBound, by: 0)..<part.lowerBound)
    let length = rows.cells(part.lowerBound..<min(part.upperBound, content.count))
    // The first and the last column may show that there is more.
    let isShown = before >= (left == 0 ? 0 : left + 1) && before + length < left + room
    guard !isShown else { return }
    let ahead = max(1, min(room / 3, room - length - 1))
    left = before + length < room ? 0 : max(0, before - ahead)
  }

  // MARK: Searching

  /// The number of bytes searched before yielding to other tasks.
  private static let stride = 1 << 20

  /// Goes to the next place where `query` stands, in any case of its ASCII letters; behind the last to the first.
  /// - Returns: Whether there is one.
  public func find(_ query: String, backward: Bool = false) async -> Bool {
    searchCount += 1
    let own = searchCount
    (self.query, matches) = (query, nil)
    let wanted = PieceText.folded(Array(query.utf8))
    guard !wanted.isEmpty else { return false }
    let start = found.map { backward ? $0 : $0 + 1 } ?? top
    let parts =
      backward
      ? [0..<min(start, content.count), min(start, content.count)..<content.count]
      : [min(start, content.count)..<content.count, 0..<min(start, content.count)]
    for part in parts {
      guard let place = await find(wanted, in: part, backward) else { continue }
      guard own == searchCount else { return true }
      found = place
      show(place..<place + wanted.count)
      return true
    }
    if own == searchCount { found = nil }
    return false
  }

  /// Counts the matches of the last search, unless another begins meanwhile.
  package func countMatches() async {
    let own = searchCount
    let wanted = PieceText.folded(Array(query.utf8))
    guard let found, !wanted.isEmpty else { return }
    var counted = (rank: 0, count: 0)
    for start in Swift.stride(from: 0, to: content.count, by: Self.stride) {
      let part = start..<min(content.count, start + Self.stride)
      for place in content.occurrences(of: wanted, startingIn: part) {
        counted.count += 1
        if place <= found { counted.rank += 1 }
      }
      await Task.yield()
      guard own == searchCount else { return }
    }
    matches = counted
  }

  /// A place to return to, with the search of before.
  package struct Place {
    fileprivate let top, left: Int
    fileprivate let found: Int?
    fileprivate let query: String
    fileprivate let matches: (rank: Int, count: Int)?
  }

  /// The place where one reads.
  package var readingPlace: Place {
    Place(top: top, left: left, found: found, query: query, matches: matches)
  }

  /// Returns to a place; a search that is under way is dropped.
  package func go(back place: Place) {
    searchCount += 1
    (top, left, found) = (place.top, place.left, place.found)
    (query, matches) = (place.query, place.matches)
  }

  private func find(_ wanted: [UInt8], in range: Range<Int>, _ backward: Bool) async -> Int? {
    var rest = range
    while !rest.isEmpty, !Task.isCancelled {
      let length = min(rest.count, Self.stride)
      let part =
        backward
        ? (rest.upperBound - length)..<rest.upperBound
        : rest.lowerBound..<(rest.lowerBound + length)
      if let place = content.occurrence(of: wanted, startingIn: part, last: backward) {
        return place
      }
      rest = backward ? rest.lowerBound..<part.lowerBound : part.upperBound..<rest.upperBound
      await Task.yield()
    }
    return nil
  }
}

nonisolated extension PieceText {
  /// ASCII letters in one case.
  static func folded(_ bytes: [UInt8]) -> [UInt8] {
    bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }

  /// The places in a range at which folded bytes begin.
  func occurrences(
    of wanted: [UInt8],
    startingIn range: Range<Int>
  ) -> some BidirectionalCollection<Int> {
    let end = min(count, range.upperBound + wanted.count - 1)
    let bytes = PieceText.folded(self.bytes(in: range.lowerBound..<end))
    let starts = wanted.isEmpty ? 0..<0 : 0..<max(0, bytes.count - wanted.count + 1)
    return starts.lazy.filter { index in
      bytes[index] == wanted[0] && bytes[index..<index + wanted.count].elementsEqual(wanted)
    }.map { range.lowerBound + $0 }
  }

  /// The first or last place in a range at which folded bytes begin.
  func occurrence(of wanted: [UInt8], startingIn range: Range<Int>, last: Bool) -> Int? {
    let places = occurrences(of: wanted, startingIn: range)
    return last ? places.last : places.first
  }
}
