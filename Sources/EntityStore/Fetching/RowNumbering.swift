/// A snapshot of the order of a fetch, in which the store finds rows by position: its id and its number of rows.
package struct RowNumbering: Sendable, Hashable {
  /// Names this one among those of its store.
  package let number: Int
  /// How many rows there were.
  package let count: Int
  /// Whether the rows were sorted into a table of their own, because no index has their order.
  package let isSorted: Bool

  package init(number: Int, count: Int, isSorted: Bool) {
    (self.number, self.count, self.isSorted) = (number, count, isSorted)
  }

  /// The progress of a row numbering in the making: the completed fraction, and whether rows are sorted or only counted.
  package struct Progress: Sendable, Hashable {
    /// The completed fraction, from 0 to 1.
    package var part: Double
    /// Whether the rows are being sorted, because no index has their order; else they are only counted.
    package var isSorting: Bool

    package init(part: Double, isSorting: Bool) {
      (self.part, self.isSorting) = (part, isSorting)
    }
  }
}

extension FetchSpecification {
  /// Whether no row of the entity is left out.
  var isWholeTable: Bool {
    qualifier == nil && auxiliaryQualifier == nil && refinement?.qualifier == nil
      && sample == nil && fetchLimit == nil && !isDistinct && !fetchesDistinctValues
      && restrictions.isEmpty
  }

  /// The cache key of a numbering: the fetch without the settings that do not affect which rows it has or their order.
  package var numberingKey: FetchSpecification {
    var key = self
    (key.maximumLength, key.maximumByteCount) = (nil, nil)
    (key.prefetchingKeyPaths, key.readablePaths) = ([], [:])
    key.search = nil
    if !isDistinct, !fetchesDistinctValues { key.paths = [] }
    return key
  }
}

extension WindowAnchor {
  /// Returns the first row of a window of `count` rows at a fraction `part`, from 0 to 1, of `total` rows.
  ///
  /// The window never extends beyond the last row.
  package static func position(_ part: Double, of total: Int, window count: Int) -> Int {
    guard part.isFinite else { return 0 }
    let last = max(0, total - max(count, 1))
    return min(last, Int(Double(total) * min(max(part, 0), 1)))
  }
}
