package import AdaptorSuite
import EntityStore

extension AdaptorUnderTest {
  /// Dictionaries in memory.
  package static let memory = AdaptorUnderTest("memory") { reference in
    let store = EntityStore.inMemory(reference.store.model)
    _ = try await store.save(try await reference.insertions())
    return store
  }
}
