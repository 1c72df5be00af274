import EntityModel
import EntityStore
import Qualifiers
import RuleEngine
import RuleEnvironment
import StandardKeys

// What rules forbid of a kind of objects, they forbid by whatever entity a row of it is written.
extension RuleWriteGuard {
  /// The entities below one, of which rows of its table may be, where somebody's rules say what may be written.
  func kinds(of entity: Entity) -> [Entity] {
    guard !entity.subentityNames.isEmpty else { return [] }
    let keys = PermissionKeys.shared
    let isAsked = rights.isAnswered(anyOf: [
      keys.isEntityReadOnly, keys.readOnlyEntityNames, keys.isEntityCreatable,
      keys.isObjectEditable, keys.isObjectDeletable, keys.isPropertyEditable,
      keys.isPropertyVisible,
    ])
    guard isAsked else { return [] }
    return entity.subentityNames.compactMap { rights.model.entity(named: $0) }.filter {
      $0.definition.table == entity.definition.table
    }
  }

  /// Why a stored row of an entity may not be written as one of the kinds below of which it is.
  func refusal(
    ofKindsOf entity: Entity,
    _ id: RecordID,
    _ judge: (EnvironmentValues, Entity) -> String?
  ) async throws(StoreError) -> String? {
    let root = root.scoped(toTask: "edit")
    for kind in kinds(of: entity) {
      let own = id.named(kind.name)
      let stored: Record?
      do throws(StoreError) {
        stored = try await rights.store.record(own, paths: judgedPaths(of: own, kind))
      } catch {
        // Of a kind that is not shown no rows are known.
        guard case .refused = error else { throw error }
        continue
      }
      if let stored, let reason = judge(root.scoped(to: stored), kind) { return reason }
    }
    return nil
  }

  /// The kinds below an entity of which a new row with these values would be.
  func kinds(of entity: Entity, with values: [String: Value]) -> [Entity] {
    let kinds = kinds(of: entity)
    guard !kinds.isEmpty else { return [] }
    let context = ValueContext(.object(record(of: entity, values)))
    return kinds.filter { $0.rowQualifier?.evaluate(with: context) == true }
  }

  /// The attributes by which rows are of a kind: who writes them by an entity above changes none of the kind's properties.
  func marks(of kind: Entity, writtenBy name: String) -> Set<String> {
    kind.name == name ? [] : Set(kind.rowQualifier?.paths.map(\.first) ?? [])
  }
}
