/// Where the rows of a text begin to be visible when they are scrolled sideways.
///
/// Of each row the place is remembered: the next frame finds it from there, and not from the beginning of the row.
nonisolated struct VisibleEdges {
  /// A character, and the cells of its row that stand in front of it.
  struct Edge: Equatable {
    var place: Int
    var cells: Int
  }

  private let text: PieceText
  /// By the place where the row begins.
  private var known: [Int: Edge] = [:]

  /// So many characters are looked at at a time.
  private static let step = 64
  /// So many rows are remembered: more than a screen has.
  private static let mostRows = 512

  /// Those of the rows of `text`.
  init(of text: PieceText) { self.text = text }

  /// The first character of a row with at least `left` cells in front of it, or the end of the row.
  mutating func edge(of row: Range<Int>, left: Int) -> Edge {
    let start = Edge(place: row.lowerBound, cells: 0)
    guard left > 0 else { return start }
    var edge = known[row.lowerBound] ?? start
    // What is nearer to the beginning is counted from there.
    if edge.cells > 2 * left { edge = start }
    goBack(&edge, in: row, to: left)
    // Read backwards, marks and flags may be taken together otherwise; where the row begins is certain.
    if edge.place <= row.lowerBound { edge = start }
    goOn(&edge, in: row, to: left)
    if known.count >= Self.mostRows { known = [:] }
    known[row.lowerBound] = edge
    return edge
  }

  /// Goes to the left until no more than `left` cells stand in front.
  private func goBack(_ edge: inout Edge, in row: Range<Int>, to left: Int) {
    while edge.cells > left, edge.place > row.lowerBound {
      for character in text.characters(before: edge.place, limit: Self.step).reversed() {
        guard edge.cells > left, edge.place > row.lowerBound else { return }
        edge.place -= character.utf8.count
        edge.cells -= WrappedRows.cells(character)
      }
    }
  }

  /// Goes to the right until at least `left` cells stand in front.
  private func goOn(_ edge: inout Edge, in row: Range<Int>, to left: Int) {
    while edge.cells < left, edge.place < row.upperBound {
      let plain = min(plainCount(in: edge.place..<row.upperBound), left - edge.cells)
      edge.place += plain
      edge.cells += plain
      guard plain == 0 else { continue }
      for character in text.characters(from: edge.place, limit: Self.step) {
        guard edge.cells < left, edge.place < row.upperBound else { return }
        edge.place += character.utf8.count
        edge.cells += WrappedRows.cells(character)
      }
    }
  }

  /// How many letters of ASCII a range begins with, of which each is a cell: the last may have a mark above it.
  private func plainCount(in range: Range<Int>) -> Int {
    let bytes = text.bytes(in: range.lowerBound..<min(range.upperBound, range.lowerBound + 4096))
    let count = bytes.prefix { (0x20..<0x7F).contains($0) }.count
    return count == range.count ? count : max(0, count - 1)
  }
}
