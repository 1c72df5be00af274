import Diagnostics
package import EntityStore
package import Qualifiers

/// A request for groups of rows as a person writes it: keys, aggregates and an order by their names.
package struct GroupRequest: Sendable, Hashable {
  /// The expressions of the keys.
  package var keys: [String] = []
  /// The key whose values become columns; `nil` for none.
  package var across: String?
  /// The aggregates; without any the rows are counted.
  package var aggregates: [WrittenAggregate] = []
  /// The names of keys and aggregates to order by, `-` before those that descend.
  package var order: [String] = []
  /// How many groups at most; `nil` for all.
  package var limit: Int?

  /// A request for groups by keys; without any for one of all rows.
  package init(keys: [String] = [], aggregates: [WrittenAggregate] = []) {
    (self.keys, self.aggregates) = (keys, aggregates)
  }

  /// Whether it says nothing about groups.
  package var isEmpty: Bool { keys.isEmpty && across == nil && aggregates.isEmpty }

  /// The aggregates that are computed.
  package var columns: [WrittenAggregate] { aggregates.isEmpty ? [.count] : aggregates }

  /// The names of the aggregates, none of which is that of a key.
  package var columnNames: [String] {
    columns.map { keys.contains($0.name) ? $0.name + "()" : $0.name }
  }

  /// Adds the keys and aggregates of another request; each is there once.
  ///
  /// - Returns: Whether at most one key runs across.
  package mutating func add(_ other: GroupRequest) -> Bool {
    keys = (keys + other.keys).uniqued
    aggregates = (aggregates + other.aggregates).uniqued
    if !other.order.isEmpty { order = other.order }
    defer { across = other.across ?? across }
    return across == nil || other.across == nil
  }

  /// The number of keys, the one across among them.
  package var keyCount: Int { keys.count + (across == nil ? 0 : 1) }

  /// The expressions as written: keys, the key across, what is summarized.
  package var expressions: [String] {
    keys + [across].compactMap(\.self) + columns.compactMap(\.operand)
  }

  /// Returns ``expressions`` as they are read without the names that exist, where the order names some of them.
  ///
  /// A text that is no expression is taken for a name.
  package func readExpressions() throws(GroupRequestFault) -> [Qualifiers.Expression] {
    let read = expressions.map {
      Qualifiers.Expression.parse($0).expression ?? Qualifiers.Expression(.path(PropertyPath($0)))
    }
    _ = try grouping(of: read)
    return read
  }

  /// Returns the grouping of a fetch with ``expressions`` as they were read, the key across behind the others.
  ///
  /// - Throws: ``GroupRequestFault`` for an order by something else.
  package func grouping(
    of read: [Qualifiers.Expression]
  ) throws(GroupRequestFault) -> Grouping {
    var operands = read.dropFirst(keyCount)
    let summarized = columns.map { column in
      Grouping.Aggregate(column.function, of: column.operand == nil ? nil : operands.popFirst())
    }
    return Grouping(
      by: Array(read.prefix(keyCount)),
      summarized,
      orderings: try order.map(ordering),
      limit: limit
    )
  }

  private func ordering(_ text: String) throws(GroupRequestFault) -> Grouping.Ordering {
    let (name, isDescending) = Self.parts(ofOrder: text)
    let wanted = Self.plain(name)
    let names = columnNames
    var column = keys.firstIndex { Self.plain($0) == wanted }.map(Grouping.Column.key)
    if column == nil {
      column = names.firstIndex { Self.plain($0) == wanted }.map(Grouping.Column.aggregate)
    }
    guard let column else { throw GroupRequestFault(name, among: keys + names) }
    return Grouping.Ordering(column, descending: isDescending)
  }

  /// The name of a key or aggregate in a text of the order, and its direction.
  package static func parts(ofOrder text: String) -> (name: String, isDescending: Bool) {
    let isSigned = text.hasPrefix("-") || text.hasPrefix("+")
    return (isSigned ? String(text.dropFirst()) : text, text.hasPrefix("-"))
  }

  /// The text without blanks, for comparing: `sum( total )` is `sum(total)`.
  private static func plain(_ text: String) -> String { text.filter { $0 != " " } }
}

extension GroupRequestFault {
  /// The fault of an order by something that is no key or aggregate of the groups.
  fileprivate init(_ name: String, among names: [String]) {
    let near = nearestName(to: name, in: names).map { "did you mean '\($0)'?" }
    message =
      "the groups have no '\(name)'; " + (near ?? "there is \(names.joined(separator: ", "))")
  }
}

extension Array where Element: Hashable {
  /// The elements, each at its first place alone.
  fileprivate var uniqued: Self {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}
