package import EntityStore
import Qualifiers

/// Lets people see some rows only.
package struct Restriction: AccessGuard {
  /// The condition that a row must meet to be visible, by entity name.
  let conditions: [String: String]

  package init(conditions: [String: String]) { self.conditions = conditions }

  package func rights(of entityNames: Set<String>) async -> AccessRights {
    AccessRights(
      entities: conditions.mapValues { EntityRights(restriction: Qualifier.parse($0).qualifier) }
    )
  }

  package func refusal(of change: Change) async -> String? { nil }
}
