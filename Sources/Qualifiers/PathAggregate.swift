/// A summary of many values, such as their number, sum or median.
///
/// Its raw value is the name behind `@` in the rule language.
package enum AggregateFunction: String, Sendable, Hashable, CaseIterable {
  case count, sum, avg, min, max
  /// The number of distinct values.
  case distinct
  case median

  /// The function that a part of a path names: `@sum`.
  package init?(pathPart part: String) {
    guard part.first == "@" else { return nil }
    self.init(rawValue: String(part.dropFirst()))
  }
}

/// An aggregate over the related rows of an object: `items[state = 'open'].@sum.amount`.
///
/// A number of rows without a condition has another form: `items.@count` is a path.
package struct PathAggregate: Sendable, Hashable {
  /// The way to the related rows: `customer.items`.
  package var path: PropertyPath
  /// The condition for the related rows, read from each of them; `nil` for all.
  package var condition: Qualifier?
  /// The summary of the values.
  package var function: AggregateFunction
  /// The value of each related row; `nil` to count rows.
  package var operand: Expression?

  /// An aggregate over the rows at `path` for which `condition` holds.
  package init(
    _ function: AggregateFunction,
    of operand: Expression?,
    at path: PropertyPath,
    where condition: Qualifier? = nil
  ) {
    (self.function, self.operand) = (function, operand)
    (self.path, self.condition) = (path, condition)
  }
}

extension PathAggregate {
  /// The number of rows that a path says: `items.@count`; `nil` for another path.
  package init?(countedBy path: PropertyPath) {
    guard path.last == "@count", path.components.count > 1 else { return nil }
    self.init(.count, of: nil, at: PropertyPath(components: path.components.dropLast()))
  }

  /// The paths at one of which the object called by the first name has the aggregate, where its fetch computed it.
  ///
  /// The last component is an aggregate as text: `object.customer` and `items.@sum.amount`.
  package var computedPaths: [PropertyPath] {
    path.components.indices.dropFirst().map { index in
      let rest = moved(to: PropertyPath(components: Array(path.components[index...])))
      return PropertyPath(components: path.components[..<index] + [rest.description])
    }
  }

  /// The aggregate over the rows at another path.
  func moved(to path: PropertyPath) -> PathAggregate {
    PathAggregate(function, of: operand, at: path, where: condition)
  }
}
