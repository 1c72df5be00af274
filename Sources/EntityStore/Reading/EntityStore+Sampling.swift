extension EntityStore {
  /// About `count` rows of an entity's table as a sample of it, for ``FetchSpecification/sample``.
  ///
  /// - Returns: `nil` where rows have no numbers, lie together in few places, or are too few to be worth a sample.
  package func sample(
    ofEntityNamed name: String,
    count: Int
  ) async throws(StoreError) -> RowSample? {
    try await worker.perform(nil) { adaptor throws(StoreError) in
      try adaptor.sample(of: name, count: count)
    }
  }
}
