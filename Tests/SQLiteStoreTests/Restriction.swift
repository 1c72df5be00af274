import EntityStore
import Qualifiers
import SQLiteStore

/// Lets people see some rows only.
struct Restriction: AccessGuard {
  /// What must hold for a row to exist, by entity.
  let conditions: [String: String]

  func rights(of entityNames: Set<String>) async -> AccessRights {
    AccessRights(
      entities: conditions.mapValues { EntityRights(restriction: Qualifier.parse($0).qualifier) }
    )
  }

  func refusal(of change: Change) async -> String? { nil }
}
