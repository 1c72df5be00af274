/// A sort key: the value to compare, its direction, and how texts and null values are compared; `-date` is descending.
///
/// Used to order fetched rows in SQL and in memory.
package struct SortOrdering: Sendable, Hashable {
  /// The way in which a sort key compares texts: like the database, ignoring case, or with numbers by value.
  ///
  /// Other values always compare alike.
  package enum Comparison: String, Sendable, Hashable, CaseIterable {
    /// Compares like the database: character by character unless the column has another collation.
    case standard
    /// Capital and small letters are the same.
    case caseInsensitive
    /// Compares numbers in texts by value: `part 2` comes before `Part 10`.
    case natural
  }

  /// The position of null values in a sort order: before or after all others.
  package enum NullPlacement: String, Sendable, Hashable, CaseIterable {
    case first, last
  }

  /// The compared value: a path, which may follow to-one relationships, or what is computed of several.
  package var expression: Expression
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
    self.init(
      by: Expression(.path(path)),
      descending: descending,
      comparison: comparison,
      nulls: nulls
    )
  }

  /// An order by a value.
  package init(
    by expression: Expression,
    descending: Bool = false,
    comparison: Comparison = .standard,
    nulls: NullPlacement? = nil
  ) {
    self.expression = expression
    isDescending = descending
    self.comparison = comparison
    self.nulls = nulls
  }

  /// The path of the compared value; of a computed value one that has its text as only name.
  package var path: PropertyPath {
    get {
      if case .path(let path) = expression.kind { return path }
      return PropertyPath(components: [expression.description])
    }
    set { expression = Expression(.path(newValue)) }
  }

  /// Whether the compared value is computed, instead of being at a path.
  package var isComputed: Bool {
    if case .path = expression.kind { false } else { true }
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
      func value(_ object: some KeyValueCoding) -> Value {
        ordering.expression.evaluate(with: ValueContext(.object(object))) ?? .null
      }
      let order = ordering.compare(value(left), value(right))
      if order != .equal { return order }
    }
    return .equal
  }
}
