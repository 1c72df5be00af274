extension EntityStore {
  /// At most `count` rows of a fetch, whatever the person may see, for the check of a login: nothing of them is shown.
  package func recordsOfUsers(
    _ specification: FetchSpecification,
    count: Int
  ) async throws(StoreError) -> [Record] {
    try await worker.perform(nil) { adaptor throws(StoreError) in
      try adaptor.window(specification, from: .start, count: count).records
    }
  }
}
