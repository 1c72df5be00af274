/// The places of a menu's items in columns, each section whole under its heading.
///
/// Items keep their order: down a column, then down the next.
nonisolated struct SectionLayout: Hashable {
  /// A place of a column.
  enum Cell: Hashable {
    case blank
    case heading(String)
    /// An item by its index.
    case item(Int)
  }

  /// The columns from the top.
  private(set) var columns: [[Cell]] = []

  /// Lays out items, given by the names of their sections, in at most `count` columns of about the same height.
  init(_ sections: [String], columns count: Int) {
    var blocks: [[Cell]] = []
    for (index, name) in sections.enumerated() {
      if index == 0 || name != sections[index - 1] { blocks.append([.heading(name)]) }
      blocks[blocks.count - 1].append(.item(index))
    }
    guard !blocks.isEmpty else { return }
    let total = blocks.reduce(blocks.count - 1) { $0 + $1.count }
    var height = max(blocks.map(\.count).max() ?? 1, total / max(1, count))
    repeat {
      columns = Self.filling(height, with: blocks)
      height += 1
    } while columns.count > max(1, count)
  }

  /// Fills columns of a height one after the other, with a blank line between sections.
  private static func filling(_ height: Int, with blocks: [[Cell]]) -> [[Cell]] {
    var columns: [[Cell]] = []
    for block in blocks {
      if let last = columns.last, last.count + 1 + block.count <= height {
        columns[columns.count - 1] += [.blank] + block
      } else {
        columns.append(block)
      }
    }
    return columns
  }

  /// The number of lines of the tallest column.
  var height: Int { columns.map(\.count).max() ?? 0 }

  /// Returns the column and line of an item.
  func place(of item: Int) -> (column: Int, line: Int)? {
    for (column, cells) in columns.enumerated() {
      if let line = cells.firstIndex(of: .item(item)) { return (column, line) }
    }
    return nil
  }

  /// Returns the item nearest to a line of a column; `nil` where there is no such column.
  func item(nearest line: Int, in column: Int) -> Int? {
    guard columns.indices.contains(column) else { return nil }
    var nearest: (item: Int, distance: Int)?
    for (index, cell) in columns[column].enumerated() {
      guard case .item(let item) = cell else { continue }
      let distance = abs(index - line)
      if nearest.map({ distance < $0.distance }) ?? true { nearest = (item, distance) }
    }
    return nearest?.item
  }
}
