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
