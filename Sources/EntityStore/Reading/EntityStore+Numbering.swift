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
    cancel(purpose: Self.yieldingPurpose)
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
  /// Is `nil` while the rows are not numbered, and for an object that the fetch does not contain. See
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
