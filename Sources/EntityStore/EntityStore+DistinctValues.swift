extension EntityStore {
  /// The rows of a fetch of distinct values from a position on, read with one statement.
  ///
  /// However many they are, every further statement would make them distinct and sort them anew.
  /// - Throws: ``StoreError/unsupported(_:)`` for a fetch of objects, and where a database has only those.
  package func distinctValues(
    _ specification: FetchSpecification,
    from position: Int = 0,
    count: Int
  ) async throws(StoreError) -> DistinctValues {
    guard specification.fetchesDistinctValues else {
      throw .unsupported("The fetch returns objects, not values; read its windows.")
    }
    let specification = try await narrowed(specification)
    return try await worker.perform(nil) { adaptor throws(StoreError) in
      try adaptor.distinctValues(specification, from: position, count: count)
    }
  }
}

/// Rows of values, packed until they are asked for.
package struct DistinctValues: Sendable {
  private let parts: [(rows: any RecordSource, count: Int)]
  /// Whether so much was read that it was time to stop.
  package let hasMore: Bool

  /// Creates a list from the first `count` rows of each part.
  package init(_ parts: [(rows: any RecordSource, count: Int)], hasMore: Bool) {
    (self.parts, self.hasMore) = (parts, hasMore)
  }

  /// How many rows there are.
  package var count: Int { parts.reduce(0) { $0 + $1.count } }

  /// The rows, some at a time, each time made anew.
  package var batches: some Sequence<[Record]> {
    parts.lazy.map { part in (0..<part.count).map { Record(part.rows, row: $0) } }
  }
}
