/// A cache of the offsets at which rows become visible when the text is scrolled sideways.
///
/// Stores several offsets of each row, so that the next frame continues from the last one before the edge. It never reads
/// backwards, because flags and combining marks could then be grouped differently.
nonisolated struct HorizontalScrollIndex {
  /// A cached position in a row: the offset of a character in the text, and the cells before it in the row.
  struct Edge: Equatable {
    var place: Int
    var cells: Int
  }

  private let text: PieceText
  /// By the place where the row begins, from left to right; the first is that place.
  private var known: [Int: [Edge]] = [:]

  /// The minimum distance between cached offsets, in bytes.
  private static let distance = 512
  /// The maximum number of cached rows, more than a screen has.
  private static let mostRows = 512

  /// Makes a cache for the rows of `text`.
  init(of text: PieceText) { self.text = text }

  /// The first character of a row with at least `left` cells in front of it, or the end of the row.
  mutating func edge(of row: Range<Int>, left: Int) -> Edge {
    var edge = Edge(place: row.lowerBound, cells: 0)
    guard left > 0 else { return edge }
    var places = known[row.lowerBound] ?? [edge]
    edge = places.last { $0.cells < left } ?? edge
    while edge.cells < left, edge.place < row.upperBound {
      if edge.place >= places[places.count - 1].place + Self.distance { places.append(edge) }
      goOn(&edge, in: row, to: left)
    }
    if known.count >= Self.mostRows { known = [:] }
    known[row.lowerBound] = places
    return edge
  }

  /// Goes some way to the right, until at least `left` cells stand in front.
  private func goOn(_ edge: inout Edge, in row: Range<Int>, to left: Int) {
    let plain = min(plainCount(in: edge.place..<row.upperBound), left - edge.cells)
    edge.place += plain
    edge.cells += plain
    guard plain == 0 else { return }
    let end = edge.place + Self.distance
    text.forEachCharacter(in: edge.place..<row.upperBound) { character in
      edge.place += character.utf8.count
      edge.cells += WrappedRows.cells(character)
      return edge.cells < left && edge.place < end
    }
  }

  /// How many letters of ASCII a range begins with, of which each is a cell: the last may have a mark above it.
  private func plainCount(in range: Range<Int>) -> Int {
    let bytes = text.bytes(in: range.lowerBound..<min(range.upperBound, range.lowerBound + 4096))
    let count = bytes.prefix { (0x20..<0x7F).contains($0) }.count
    return count == range.count ? count : max(0, count - 1)
  }
}
