package import EntityStore
package import Qualifiers

/// Groups whose last key runs across: a row for each combination of the other keys, a column for each of its values.
package struct Pivot: Sendable {
  /// One row: its keys, and the aggregates by the value of the key across.
  package struct Row: Sendable {
    package let keys: [Value]
    fileprivate var cells: [Value: [Value]]

    /// The aggregates under a value of the key across; `nil` where there is no group.
    package subscript(value: Value) -> [Value]? { cells[value.normalized] }
  }

  /// The greatest number of cells, a row for each combination of keys and a column for each value across.
  package static let limit = 200_000

  /// The values of the key across, in their order.
  package var columns: [Value] = []
  /// The rows, in the order in which they came.
  package private(set) var rows: [Row] = []
  private var places: [[Value]: Int] = [:]
  private var known: Set<Value> = []

  /// Whether all cells found room.
  package var isComplete: Bool { rows.count * columns.count <= Self.limit }

  /// A pivot without rows.
  package init() {}

  /// Adds groups whose last key is the one across.
  ///
  /// - Returns: `false` if there are too many cells.
  package mutating func add(_ groups: [Group]) -> Bool {
    for group in groups {
      guard let value = group.keys.last else { continue }
      let place = place(of: Array(group.keys.dropLast()))
      rows[place].cells[value.normalized] = group.aggregates
      if known.insert(value.normalized).inserted { columns.append(value) }
    }
    return isComplete
  }

  /// Puts the columns in their order, once all groups are there.
  package mutating func finish() { columns.sort { $0.isOrdered(before: $1) } }

  /// The row with these keys; `nil` where there is none.
  package subscript(row keys: [Value]) -> Row? { places[keys.map(\.normalized)].map { rows[$0] } }

  /// Keeps the rows with these keys alone, in this order.
  package mutating func arrange(by keys: [[Value]]) {
    rows = keys.compactMap { key in places[key.map(\.normalized)].map { rows[$0] } }
    places = [:]
  }

  private mutating func place(of keys: [Value]) -> Int {
    if let last = rows.last, last.keys == keys { return rows.count - 1 }
    let known = keys.map(\.normalized)
    if let place = places[known] { return place }
    places[known] = rows.count
    rows.append(Row(keys: keys, cells: [:]))
    return rows.count - 1
  }
}
