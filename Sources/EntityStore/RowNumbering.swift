/// The rows of a fetch, counted and known by their position, as they were at one moment.
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

  /// How far one is that is being made.
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

extension EntityStore {
  /// Counts the rows of a fetch and makes them known by their position, while the store answers other requests.
  ///
  /// Until then windows in an order that no index has are found by looking at all rows. Afterwards
  /// ``WindowAnchor/position(_:)`` and ``WindowAnchor/fraction(_:)`` lead anywhere in such a result, and windows of it take
  /// no longer than others; see ``isNumbered(_:)``. A row that goes meanwhile leaves a gap, one that comes is seen when
  /// the rows are numbered anew.
  ///
  /// - Parameters:
  ///   - specification: The fetch; what it reads of each row does not matter.
  ///   - purpose: Names it for ``cancel(purpose:)``; a newer request of the same purpose ends it.
  ///   - timeLimit: How long it may take.
  ///   - progress: Called from time to time, on no thread in particular.
  /// - Returns: How many rows there are, and whether they were sorted.
  /// - Throws: ``StoreError/cancelled`` when interrupted; ``StoreError/unsupported(_:)`` for rows that nothing identifies.
  package func numberRows(
    _ specification: FetchSpecification,
    purpose: String? = nil,
    timeLimit: Duration? = nil,
    progress: @escaping @Sendable (RowNumbering.Progress) -> Void = { _ in }
  ) async throws(StoreError) -> RowNumbering {
    let ticket = purpose.map(tickets.take)
    let specification = try await narrowed(specification)
    return try await background.numberRows(
      specification,
      for: ticket,
      within: timeLimit,
      orElse: worker,
      progress: progress
    )
  }

  /// Whether ``WindowAnchor/position(_:)`` and ``WindowAnchor/fraction(_:)`` lead into a fetch now.
  ///
  /// Few numberings are kept: the oldest is given up when more fetches are numbered.
  ///
  /// - Throws: Why the rows may not be asked for.
  package func isNumbered(_ specification: FetchSpecification) async throws(StoreError) -> Bool {
    background.isNumbered(try await narrowed(specification))
  }

  /// Returns the row number of an object in a fetch, counted from 0.
  ///
  /// It is `nil` while the rows are not numbered, and for an object that the fetch does not contain. See
  /// ``numberRows(_:purpose:timeLimit:progress:)``.
  package func position(
    of id: RecordID,
    in specification: FetchSpecification
  ) async throws(StoreError) -> Int? {
    let specification = try await narrowed(specification)
    guard let worker = background.worker(for: specification, .position(0)) else { return nil }
    return try await worker.perform(nil) { adaptor throws(StoreError) in
      try adaptor.position(of: id, in: specification)
    }
  }

  /// About how many rows a fetch has, where that costs next to nothing; never told of less than the whole table.
  package func estimatedCount(
    _ specification: FetchSpecification
  ) async throws(StoreError) -> Int? {
    let specification = try await narrowed(specification)
    guard specification.isWholeTable else { return nil }
    return try await worker.perform(nil) { adaptor throws(StoreError) in
      try adaptor.estimatedCount(of: specification.entityName)
    }
  }
}

extension FetchSpecification {
  /// Whether no row of the entity is left out.
  var isWholeTable: Bool {
    qualifier == nil && auxiliaryQualifier == nil && refinement?.qualifier == nil
      && fetchLimit == nil && !isDistinct && !fetchesDistinctValues && restrictions.isEmpty
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
