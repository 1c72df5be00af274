extension EntityStore {
  /// Returns the rows that would be deleted together with `ids`, without those themselves.
  package func ids(deletedWith ids: [RecordID]) async throws(StoreError) -> [RecordID] {
    try await worker.perform(nil) { adaptor throws(StoreError) in
      try CascadedDeletions(adaptor: adaptor).rows(deletedWith: ids).map(\.id)
    }
  }
}
