import Synchronization

extension EntityStore {
  /// The next row of a fetch that shows a text, from behind a place on and then from the other end to it.
  ///
  /// It is looked for on a connection of its own, so that nothing else waits; a save ends it.
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
  public func find(
    _ search: TextSearch,
    in specification: FetchSpecification,
    from cursor: Cursor?,
    backwards: Bool = false,
    purpose: String? = nil,
    timeLimit: Duration? = nil
  ) async throws(StoreError) -> SearchHit? {
    let number = searchCounts.withLock { counts in
      purpose.map { counts[$0, default: 0] += 1 }
      return purpose.flatMap { counts[$0] }
    }
    var searched = specification
    (searched.search, searched.paths, searched.prefetchingKeyPaths) = (search, [], [])
    let narrowed = try await narrowed(searched)
    var worker = companion.worker(for: narrowed, .start)
    if worker == nil { worker = await searcher.worker(orElse: self.worker) }
    guard let worker else { return nil }
    // A newer one may have overtaken this while rights were asked for and the connection was opened.
    let newest = searchCounts.withLock { counts in purpose.flatMap { counts[$0] } }
    guard number == newest else { throw .cancelled }
    // The older request may be one of the other connection.
    if let purpose { interrupt(purpose: purpose) }
    return try await worker.perform(purpose, timeLimit) { adaptor, isCancelled throws(StoreError) in
      try adaptor.find(narrowed, from: cursor, backwards: backwards, isCancelled: isCancelled)
    }
  }
}
