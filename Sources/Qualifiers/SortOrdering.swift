/// One key of an order: `-date` is descending.
package struct SortOrdering: Sendable, Hashable {
  /// How texts are compared; all else is compared alike in every way.
  package enum Comparison: String, Sendable, Hashable, CaseIterable {
    /// As the database compares them: character by character unless a column says otherwise.
    case standard
    /// Capital and small letters are the same.
    case caseInsensitive
    /// As people count: `part 2` stands before `Part 10`.
    case natural
  }

  /// Where null stands.
  package enum NullPlacement: String, Sendable, Hashable, CaseIterable {
    case first, last
  }

  /// What is compared; a path may follow to-one relationships.
  package var path: PropertyPath
  /// Largest first.
  package var isDescending: Bool
  /// How texts are compared.
  package var comparison: Comparison
  /// Where null stands; `nil` for before everything, and behind everything when descending.
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

  /// Which of two values stands before the other; what is equal is left to the next key.
  ///
  /// The same as in a database: null where ``nulls`` says, then numbers, dates, texts, bytes. Kinds are never mixed.
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
  /// Which of two objects stands before the other by all keys; what does not answer is null.
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
