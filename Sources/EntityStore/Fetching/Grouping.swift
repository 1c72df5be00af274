package import Qualifiers

/// The keys by which the rows of a fetch are gathered in groups, and the aggregates of each group.
package struct Grouping: Sendable, Hashable {
  /// The summary of one value over the rows of a group, such as `sum(total)`.
  package struct Aggregate: Sendable, Hashable {
    package var function: AggregateFunction
    /// The value of each row; `nil` to count rows.
    package var operand: Qualifiers.Expression?

    /// An aggregate of `operand`.
    package init(_ function: AggregateFunction, of operand: Qualifiers.Expression? = nil) {
      (self.function, self.operand) = (function, operand)
    }
  }

  /// A column of the result, for ordering.
  package enum Column: Sendable, Hashable {
    case key(Int)
    case aggregate(Int)
  }

  /// A sort key of groups.
  package struct Ordering: Sendable, Hashable {
    package var column: Column
    package var isDescending: Bool

    /// An order by `column`.
    package init(_ column: Column, descending: Bool = false) {
      (self.column, isDescending) = (column, descending)
    }
  }

  /// The values that the rows of one group have in common; without keys all rows are one group.
  package var keys: [Qualifiers.Expression]
  /// The summaries of each group.
  package var aggregates: [Aggregate]
  /// The order of the groups, before that of the keys.
  package var orderings: [Ordering]
  /// How many groups at most, the first in the order; `nil` for all.
  package var limit: Int?

  /// Groups of the rows with equal `keys`, in the order of the keys.
  package init(
    by keys: [Qualifiers.Expression],
    _ aggregates: [Aggregate],
    orderings: [Ordering] = [],
    limit: Int? = nil
  ) {
    (self.keys, self.aggregates) = (keys, aggregates)
    (self.orderings, self.limit) = (orderings, limit)
  }
}

/// A group of rows: the values of its keys and of its aggregates.
package struct Group: Sendable, Hashable {
  package let keys: [Value]
  package let aggregates: [Value]

  /// A group; the store makes them.
  package init(keys: [Value], aggregates: [Value]) {
    (self.keys, self.aggregates) = (keys, aggregates)
  }
}

/// A group under a name that no view has.
package typealias RowGroup = Group

extension Grouping.Aggregate: CustomStringConvertible {
  /// The aggregate as people write it: `sum(total)`.
  package var description: String {
    "\(function.rawValue)\(operand.map { "(\($0))" } ?? "")"
  }
}

extension Grouping {
  /// The paths that keys and aggregates read.
  var paths: [PropertyPath] {
    (keys + aggregates.compactMap(\.operand)).flatMap { Reads($0).paths }
  }

  /// The groups in their order, as many as are wanted.
  func first(of groups: [Group]) -> [Group] {
    let sorted = groups.sorted(by: precedes)
    return limit.map { Array(sorted.prefix(max(0, $0))) } ?? sorted
  }

  private func precedes(_ left: Group, _ right: Group) -> Bool {
    for ordering in orderings {
      let descending = SortOrdering(PropertyPath(""), descending: ordering.isDescending)
      let order = descending.compare(left[ordering.column], right[ordering.column])
      if order != .equal { return order == .less }
    }
    for (one, other) in zip(left.keys, right.keys) {
      if one.isOrdered(before: other) { return true }
      if other.isOrdered(before: one) { return false }
    }
    return false
  }
}

extension Group {
  fileprivate subscript(column: Grouping.Column) -> Value {
    switch column {
    case .key(let index): keys[index]
    case .aggregate(let index): aggregates[index]
    }
  }
}

extension Value {
  /// The number of rows that an aggregate has counted.
  package var rowCount: Int { if case .int(let count) = self { Int(count) } else { 0 } }
}
