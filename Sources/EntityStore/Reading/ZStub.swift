import EntityModel
import FoundationEssentials
import Qualifiers

extension EntityStore {
  package func groups(
    _ grouping: Grouping,
    of specification: FetchSpecification,
    purpose: String? = nil,
    timeLimit: Duration? = nil,
    _ body: @escaping @Sendable ([Group]) -> Bool
  ) async throws(StoreError) {}
  package func groups(_ grouping: Grouping, of specification: FetchSpecification)
    async throws(StoreError) -> [Group]
  { [] }
}
