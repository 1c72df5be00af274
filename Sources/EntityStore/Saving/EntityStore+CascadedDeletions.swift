extension EntityStore {
  /// The rows that go with others, as they stand now, besides those.
  package func ids(deletedWith ids: [RecordID]) async throws(StoreError) -> [RecordID] {
    try await worker.perform(nil) { adaptor throws(StoreError) in
      try CascadedDeletions(adaptor: adaptor).rows(deletedWith: ids).map(\.id)
    }
  }
}
