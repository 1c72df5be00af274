extension EntityStore {
  /// The next row of a fetch that shows a text, from behind a place on and then from the other end to it.
  ///
  /// Looked for on a connection of its own, so that nothing else waits; a save ends it.
  ///
  /// - Parameters:
  ///   - search: What is looked for, and where; ``TextSearch/rowsSeen`` says how far it is.
  ///   - specification: The rows, in their order.
  ///   - cursor: The place behind which it begins; `nil` for the start, or backwards the end.
  ///   - backwards: Whether it goes towards the start.
  ///   - purpose: Names it for ``cancel(purpose:)``; a newer request of the same purpose ends it.
  ///   - timeLimit: How long it may take.
  /// - Returns: Its place; `nil` when no row shows the text.
  /// - Throws: ``StoreError/cancelled`` when interrupted, ``StoreError/refused(_:)`` for columns that may not be seen.
  package func find(
    _ search: TextSearch,
    in specification: FetchSpecification,
    from cursor: Cursor?,
    backwards: Bool = false,
    purpose: String? = nil,
    timeLimit: Duration? = nil
  ) async throws(StoreError) -> SearchHit? {
    let ticket = purpose.map(tickets.take)
    let narrowed = try await narrowed(Self.searching(search, specification))
    var worker = background.worker(for: narrowed, .start)
    if worker == nil { worker = await searcher.worker(orElse: self.worker) }
    guard let worker else { return nil }
    endOlder(than: ticket)
    return try await worker.perform(ticket, within: timeLimit) { adaptor throws(StoreError) in
      try adaptor.find(narrowed, from: cursor, backwards: backwards)
    }
  }

  /// Counts the rows of a fetch that show a text, and those of them no later than a place.
  ///
  /// Counted on the connection of ``find(_:in:from:backwards:purpose:timeLimit:)``; one request at a time.
  ///
  /// - Parameters:
  ///   - search: The text and the columns; ``TextSearch/rowsSeen`` tells the rows looked at.
  ///   - specification: The rows, in their order.
  ///   - cursor: The place of the row whose number is wanted.
  ///   - purpose: Names it for ``cancel(purpose:)``; a newer request of the same purpose ends it.
  ///   - timeLimit: How long it may take.
  ///   - progress: Called with what is known so far, on no thread in particular.
  /// - Returns: How many rows show the text, and how many of them come no later than the place.
  /// - Throws: As the search does.
  package func tally(
    _ search: TextSearch,
    in specification: FetchSpecification,
    upTo cursor: Cursor?,
    purpose: String? = nil,
    timeLimit: Duration? = nil,
    progress: @escaping @Sendable (SearchTally) -> Void = { _ in }
  ) async throws(StoreError) -> SearchTally {
    let ticket = purpose.map(tickets.take)
    let narrowed = try await narrowed(Self.searching(search, specification))
    let worker = await searcher.worker(orElse: worker)
    endOlder(than: ticket)
    return try await worker.perform(ticket, within: timeLimit) { adaptor throws(StoreError) in
      try adaptor.tally(narrowed, upTo: cursor, progress: progress)
    }
  }

  private static func searching(
    _ search: TextSearch,
    _ specification: FetchSpecification
  ) -> FetchSpecification {
    var searched = specification
    (searched.search, searched.paths, searched.prefetchingKeyPaths) = (search, [], [])
    return searched
  }

  /// The next rows of a fetch that show a text, at most `count`, behind a place: as ``find`` looks for them, but not beyond the end.
  package func window(
    showing search: TextSearch,
    of specification: FetchSpecification,
    after cursor: Cursor,
    count: Int,
    purpose: String? = nil,
    timeLimit: Duration? = nil
  ) async throws(StoreError) -> Window {
    let ticket = purpose.map(tickets.take)
    var searched = specification
    searched.search = search
    let narrowed = try await narrowed(searched)
    let worker = await searcher.worker(orElse: worker)
    endOlder(than: ticket)
    return try await worker.perform(ticket, within: timeLimit) { adaptor throws(StoreError) in
      try adaptor.window(narrowed, from: .after(cursor), count: count)
    }
  }

  /// Whether an index gives the rows of a fetch in its order, so that the next ones behind any place cost next to nothing.
  package func isIndexed(_ specification: FetchSpecification) async throws(StoreError) -> Bool {
    let narrowed = try await narrowed(specification)
    return try await worker.perform(nil) { adaptor throws(StoreError) in
      try adaptor.isIndexed(narrowed)
    }
  }
}
