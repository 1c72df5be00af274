package import EntityStore
package import Qualifiers

/// Groups whose last key runs across: a row for each combination of the other keys, a column for each of its values.
package struct Pivot: Sendable {
  /// One row: its keys, and the aggregates by the value of the key across.
  package struct Row: Sendable {
    package let keys: [Value]
    package fileprivate(set) var cells: [Value: [Value]]
  }

  /// The greatest number of groups that a pivot keeps in memory.
  package static let limit = 200_000

  /// The values of the key across, in their order.
  package private(set) var columns: [Value] = []
  /// The rows, in the order in which they came.
  package private(set) var rows: [Row] = []
  private var places: [[Value]: Int] = [:]
  private var known: Set<Value> = []
  private var count = 0

  /// Whether all groups found room.
  package var isComplete: Bool { count <= Self.limit }

  /// A pivot without rows.
  package init() {}

  /// Adds groups whose last key is the one across.
  ///
  /// - Returns: `false` if there are too many of them.
  package mutating func add(_ groups: [Group]) -> Bool {
    for group in groups {
      guard let value = group.keys.last else { continue }
      let place = place(of: Array(group.keys.dropLast()))
      rows[place].cells[value] = group.aggregates
      if known.insert(value).inserted { columns.append(value) }
    }
    count += groups.count
    return isComplete
  }

  /// Puts the columns in their order, once all groups are there.
  package mutating func finish() { columns.sort { $0.isOrdered(before: $1) } }

  /// Keeps the rows with these keys alone, in this order.
  package mutating func arrange(by keys: [[Value]]) {
    rows = keys.compactMap { key in places[key].map { rows[$0] } }
    places = [:]
  }

  private mutating func place(of keys: [Value]) -> Int {
    if let last = rows.last, last.keys == keys { return rows.count - 1 }
    if let place = places[keys] { return place }
    places[keys] = rows.count
    rows.append(Row(keys: keys, cells: [:]))
    return rows.count - 1
  }
}
