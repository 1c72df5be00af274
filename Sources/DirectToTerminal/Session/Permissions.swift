import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEngine
import RuleEnvironment

/// Says whether something may be done in a scope, and if not why: the database's reason, or the rule.
struct Permissions {
  let session: Session
  let scope: EnvironmentValues

  /// Why nothing of the entity may be written.
  var readOnlyReason: String? {
    if session.store.isReadOnly { return "the database is opened read only" }
    if let reason = scope[ModelKeys.shared.entity]?.readOnlyReason { return reason }
    return scope[PermissionKeys.shared.isEntityReadOnly]
      ? session.reason(for: PermissionKeys.shared.isEntityReadOnly, in: scope) : nil
  }

  /// Why no object may be made.
  var creationRefusal: String? {
    readOnlyReason ?? refusal(PermissionKeys.shared.isEntityCreatable)
  }

  /// Why the object may not be changed.
  var editRefusal: String? {
    readOnlyReason ?? identityRefusal ?? refusal(PermissionKeys.shared.isObjectEditable)
  }

  /// Why the object may not be deleted.
  var deletionRefusal: String? {
    readOnlyReason ?? identityRefusal ?? refusal(PermissionKeys.shared.isObjectDeletable)
  }

  /// Why the property of the scope may not be changed.
  var propertyRefusal: String? {
    refusal(PermissionKeys.shared.isPropertyVisible)
      ?? refusal(PermissionKeys.shared.isPropertyEditable)
  }

  private var identityRefusal: String? {
    guard let object = scope[ObjectKeys.shared.object], !object.isNew, object.id == nil else {
      return nil
    }
    return "the row has no key by which it could be found again"
  }

  private func refusal(_ key: Key<Bool>) -> String? {
    scope[key] ? nil : session.reason(for: key, in: scope)
  }
}

extension Session {
  /// Which rule answers `key` here: `a rule says isObjectEditable = false (clerk.rules:3)`.
  func reason(for key: Key<Bool>, in scope: EnvironmentValues) -> String {
    let explanation = resolver.explain(key, in: scope)
    guard let rule = explanation.rule else { return "\(explanation.keyName) is \(scope[key])" }
    return "rule \(rule.file):\(rule.line) says \(explanation.keyName) = \(scope[key])"
  }
}

/// Asks the rules again for every change, below the screen: what a page let through by mistake stops here.
struct RuleWriteGuard: WriteGuard {
  /// The objects as they were read, by identity: rules about an object are asked of what is stored, so that a
  /// pending change cannot talk the rule round.
  let scopes: [RecordID: EnvironmentValues]
  let session: Session

  @MainActor
  init(session: Session, objects: [ManagedObject]) {
    self.session = session
    scopes = Dictionary(
      objects.compactMap { object in
        object.base.id.map { ($0, session.root.scoped(toTask: "edit").scoped(to: object.base)) }
      },
      uniquingKeysWith: { first, _ in first }
    )
  }

  func refusal(of change: Change) async -> String? { await decide(change) }

  @MainActor
  private func decide(_ change: Change) -> String? {
    switch change {
    case .insert(let name, let values, let references, _):
      guard let entity = session.model.entity(named: name) else { return "no entity '\(name)'" }
      let scope = session.root.scoped(toTask: "create").scoped(to: entity)
      if let reason = Permissions(session: session, scope: scope).creationRefusal {
        return "\(entity.displayName) cannot be created: \(reason)"
      }
      let initial = Set(scope[EditingKeys.shared.initialPropertyValues].keys)
      let given = values.filter { !$0.value.isNull && !initial.contains($0.key) }.map(\.key)
      return properties(given + references.keys, of: entity, in: scope)
    case .update(let id, let values, _):
      guard let scope = scope(of: id) else { return "\(id.entityName) was not read before" }
      let permissions = Permissions(session: session, scope: scope)
      if let reason = permissions.editRefusal {
        return "\(label(of: id, in: scope)) cannot be changed: \(reason)"
      }
      guard let entity = session.model.entity(named: id.entityName) else { return nil }
      return properties(Array(values.keys), of: entity, in: scope)
    case .delete(let id, _):
      guard let scope = scope(of: id) else { return "\(id.entityName) was not read before" }
      return Permissions(session: session, scope: scope).deletionRefusal.map {
        "\(label(of: id, in: scope)) cannot be deleted: \($0)"
      }
    }
  }

  @MainActor
  private func properties(
    _ names: [String],
    of entity: Entity,
    in scope: EnvironmentValues
  ) -> String? {
    for name in names.sorted() {
      for key in entity.propertyNames(writing: name) {
        let property = scope.scoped(toProperty: key)
        guard let reason = Permissions(session: session, scope: property).propertyRefusal else {
          continue
        }
        let title = property[RenderingKeys.shared.displayNameForProperty]
        return "\(title) cannot be changed: \(reason)"
      }
    }
    return nil
  }

  private func scope(of id: RecordID) -> EnvironmentValues? { scopes[id] }

  private func label(of id: RecordID, in scope: EnvironmentValues) -> String {
    scope[ObjectKeys.shared.objectLabel] ?? id.entityName
  }
}

nonisolated extension Entity {
  /// The properties that people know by which an attribute is written: itself, or the to-ones whose key it is.
  func propertyNames(writing attribute: String) -> [String] {
    let toOnes = relationships.filter { relationship in
      !relationship.isToMany && relationship.definition.joins.contains { $0.source == attribute }
    }
    return toOnes.isEmpty ? [attribute] : toOnes.map(\.name) + [attribute]
  }
}
