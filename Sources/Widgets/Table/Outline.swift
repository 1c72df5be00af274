/// A row of an ``Outline``.
package struct OutlineRow<Content> {
  /// The subject of the row.
  package let content: Content
  /// The number of rows that it is inside of.
  package let depth: Int
  /// The blank cells before it.
  package var indent: Int
  /// Whether the cursor passes over it, so that it cannot be folded.
  package var isHeading: Bool
  /// The text behind it while the rows inside of it are folded; `nil` for their number.
  package var foldMark: String?
  /// The identity by which it stays folded and under the cursor when rows come and go; `nil` for its place.
  fileprivate let name: AnyID?

  /// Creates a row.
  package init(
    _ content: Content,
    depth: Int,
    indent: Int = 0,
    isHeading: Bool = false,
    foldMark: String? = nil,
    id: AnyID? = nil
  ) {
    (self.content, self.depth, self.indent) = (content, depth, indent)
    (self.isHeading, self.foldMark, name) = (isHeading, foldMark, id)
  }
}

/// The identity of a row of an outline: the one that it was given, else its place among all rows.
enum OutlineID: Hashable {
  case name(AnyID), place(Int)
}

/// Rows with depths, of which some are folded: the deeper rows that follow a folded row are hidden.
///
/// Positions count the rows that are shown.
package struct Outline<Content> {
  /// The type of a row.
  package typealias Row = OutlineRow<Content>

  private var rows: [Row] = []
  /// The indices of the rows that are shown.
  private var shown: [Int] = []
  /// The depth from which rows are folded, except for ``exceptions``.
  private var foldedDepth = Int.max
  private var exceptions: Set<OutlineID> = []
  /// The depth of the last shown row if it is folded: deeper rows that follow are hidden.
  private var hidingDepth: Int?
  /// Whether there is a row that can be folded.
  package private(set) var folds = false

  /// No rows.
  package init() {}

  /// The number of rows that are shown.
  package var count: Int { shown.count }

  /// Returns the row at `position`.
  package func row(at position: Int) -> Row? {
    shown.indices.contains(position) ? rows[shown[position]] : nil
  }

  private func id(_ index: Int) -> OutlineID { rows[index].name.map { .name($0) } ?? .place(index) }

  /// Returns the id of the row at `position`.
  func id(at position: Int) -> OutlineID? {
    shown.indices.contains(position) ? id(shown[position]) : nil
  }

  /// Returns the position of the row called `id`, or of the folded row that hides it.
  func position(of id: OutlineID) -> Int? {
    rows.indices.first { self.id($0) == id }.map(position)
  }

  private func position(of index: Int) -> Int { (shown.lastIndex { $0 <= index }) ?? 0 }

  /// Returns the position of the row that the one at `position` is directly inside of.
  package func parent(of position: Int) -> Int? {
    guard let depth = row(at: position)?.depth else { return nil }
    return shown[..<position].lastIndex { rows[$0].depth < depth }
  }

  /// Returns the row at `position` and all rows inside of it, hidden ones too.
  package func branch(at position: Int) -> ArraySlice<Row> {
    guard let row = row(at: position) else { return [] }
    let inner = rows[(shown[position] + 1)...].prefix { $0.depth > row.depth }
    return rows[shown[position]..<inner.endIndex]
  }

  // MARK: Filling

  /// Appends rows, folded as they were or as all of their depth are.
  package mutating func append(_ new: some Sequence<Row>) {
    for row in new {
      if let last = rows.last, last.depth < row.depth, !last.isHeading { folds = true }
      rows.append(row)
      show(rows.count - 1)
    }
  }

  /// Removes the rows; those with the same ids are folded again when they are appended.
  package mutating func removeAll() { (rows, shown, hidingDepth, folds) = ([], [], nil, false) }

  private mutating func show(_ index: Int) {
    let depth = rows[index].depth
    if let hidingDepth, depth > hidingDepth { return }
    shown.append(index)
    hidingDepth = isFolded(index) ? depth : nil
  }

  private mutating func showAgain() {
    (shown, hidingDepth) = ([], nil)
    for index in rows.indices { show(index) }
  }

  // MARK: Folding

  private func isFolded(_ index: Int) -> Bool {
    let row = rows[index]
    return !row.isHeading && (row.depth >= foldedDepth) != exceptions.contains(id(index))
  }

  private mutating func toggle(_ index: Int) {
    let id = id(index)
    if exceptions.remove(id) == nil { exceptions.insert(id) }
  }

  /// Returns the number of rows hidden behind the row at `position`.
  package func hiddenCount(at position: Int) -> Int {
    guard shown.indices.contains(position) else { return 0 }
    let next = position + 1 < shown.count ? shown[position + 1] : rows.count
    return next - shown[position] - 1
  }

  /// Folds or unfolds the row at `position`.
  ///
  /// - Returns: Whether that changes anything.
  package mutating func setFolded(_ isFolded: Bool, at position: Int) -> Bool {
    guard branch(at: position).count > 1, !rows[shown[position]].isHeading,
      self.isFolded(shown[position]) != isFolded
    else { return false }
    toggle(shown[position])
    showAgain()
    return true
  }

  /// Folds the rows from `depth` on, and no others.
  package mutating func fold(below depth: Int) {
    (foldedDepth, exceptions) = (depth, [])
    showAgain()
  }

  /// Folds the rows that are folded in another state of this outline, and no others.
  mutating func fold(as other: Self) {
    (foldedDepth, exceptions) = (other.foldedDepth, other.exceptions)
    showAgain()
  }

  /// Folds all rows, except for one that encloses all others.
  package mutating func foldAll() {
    fold(below: rows.dropFirst().allSatisfy { $0.depth > 0 } ? 1 : 0)
  }

  // MARK: Searching

  /// Counts the rows for which `matches` holds, hidden ones too, and those of them down to the one at `position`.
  package func count(upTo position: Int, where matches: (Row) -> Bool) -> (rank: Int, count: Int) {
    let last = shown.indices.contains(position) ? shown[position] : -1
    return rows.indices.reduce((0, 0)) { sum, index in
      matches(rows[index]) ? (sum.0 + (index <= last ? 1 : 0), sum.1 + 1) : sum
    }
  }

  /// Unfolds the next row for which `matches` holds, behind `position` or before it; `wrapping`, it goes on at the other end.
  ///
  /// - Returns: The position of that row.
  package mutating func find(
    from position: Int,
    backward: Bool,
    wrapping: Bool = true,
    where matches: (Row) -> Bool
  ) -> Int? {
    guard shown.indices.contains(position) else { return nil }
    let start = shown[position]
    let found =
      backward
      ? rows[..<start].lastIndex(where: matches)
        ?? (wrapping ? rows[start...].lastIndex(where: matches) : nil)
      : rows[(start + 1)...].firstIndex(where: matches)
        ?? (wrapping ? rows[...start].firstIndex(where: matches) : nil)
    guard let found else { return nil }
    var depth = rows[found].depth
    for index in (0..<found).reversed() where rows[index].depth < depth {
      depth = rows[index].depth
      if isFolded(index) { toggle(index) }
    }
    showAgain()
    return self.position(of: found)
  }
}
