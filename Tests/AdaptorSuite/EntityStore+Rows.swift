package import EntityStore
import Qualifiers

extension EntityStore {
  /// The rows of an entity in the order of their keys.
  package func rows(of entityName: String, _ names: [String]) async throws(StoreError) -> [Record] {
    let fetch = FetchSpecification(
      entityName: entityName,
      paths: names.map { PropertyPath(components: [$0]) }
    )
    return try await window(fetch, from: .start, count: 10_000).records
  }
}
