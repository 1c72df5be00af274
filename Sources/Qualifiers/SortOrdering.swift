/// One key of an order: `-date` is descending.
package struct SortOrdering: Sendable, Hashable {
  /// How texts are compared; all else is compared alike in every way.
  package enum Comparison: String, Sendable, Hashable, CaseIterable {
    /// Compares like the database: character by character unless the column has another collation.
    case standard
    /// Capital and small letters are the same.
    case caseInsensitive
    /// Compares numbers in texts by value: `part 2` comes before `Part 10`.
    case natural
  }

  /// The position of null values in the order.
  package enum NullPlacement: String, Sendable, Hashable, CaseIterable {
    case first, last
  }

  /// The path of the compared value; it may follow to-one relationships.
  package var path: PropertyPath
  /// Largest first.
  package var isDescending: Bool
  /// How texts are compared.
  package var comparison: Comparison
  /// The position of null values; `nil` means first, or last when descending.
  package var nulls: NullPlacement?

  /// An order by `path`.
  package init(
    _ path: PropertyPath,
    descending: Bool = false,
    comparison: Comparison = .standard,
    nulls: NullPlacement? = nil
  ) {
    self.path = path
    isDescending = descending
    self.comparison = comparison
    self.nulls = nulls
  }

  /// Whether null stands behind everything else.
  package var putsNullsLast: Bool { nulls.map { $0 == .last } ?? isDescending }

  // MARK: Comparing

  /// Compares two values; equal values are left to the next sort key.
  ///
  /// The order is that of the database: null as ``nulls`` says, then numbers, dates, texts, bytes. Different kinds are never
  /// mixed.
  package func compare(_ left: Value, _ right: Value) -> Value.Ordering {
    if left.isNull || right.isNull {
      guard left.isNull != right.isNull else { return .equal }
      return left.isNull == putsNullsLast ? .greater : .less
    }
    let ordering = ascending(left, right)
    return isDescending ? ordering.reversed : ordering
  }

  private func ascending(_ left: Value, _ right: Value) -> Value.Ordering {
    if case .string(let a) = left, case .string(let b) = right { return comparison.compare(a, b) }
    if left.precedes(right) { return .less }
    return right.precedes(left) ? .greater : .equal
  }

  // MARK: WebObjects

  /// An order by the name of a selector of WebObjects: `compareCaseInsensitiveDescending:`.
  package init(_ path: PropertyPath, selector: String) {
    let selector = selector.lowercased()
    self.init(
      path,
      descending: selector.contains("descending"),
      comparison: selector.contains("caseinsensitive") ? .caseInsensitive : .standard
    )
  }

  /// The selector of WebObjects that comes nearest.
  package var selector: String {
    "compare" + (comparison == .standard ? "" : "CaseInsensitive")
      + (isDescending ? "Descending" : "Ascending")
  }
}

extension [SortOrdering] {
  /// Compares two objects by all sort keys; a missing value counts as null.
  package func compare(
    _ left: some KeyValueCoding,
    _ right: some KeyValueCoding
  ) -> Value.Ordering {
    for ordering in self {
      let path = ordering.path.components[...]
      let order = ordering.compare(
        left.value(forPath: path) ?? .null,
        right.value(forPath: path) ?? .null
      )
      if order != .equal { return order }
    }
    return .equal
  }
}
