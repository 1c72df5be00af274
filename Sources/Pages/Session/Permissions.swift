import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEngine
package import RuleEnvironment

/// Says whether something may be done in a scope, and if not why: the database's reason, or the rule.
package struct Permissions {
  package let session: Session
  package let scope: EnvironmentValues

  /// What may be done in `scope`.
  package init(session: Session, scope: EnvironmentValues) {
    (self.session, self.scope) = (session, scope)
  }

  /// Why nothing of the entity may be written.
  var readOnlyReason: String? {
    if session.store.damage != nil { return "the database is damaged" }
    if session.store.isReadOnly {
      return session.store.fileRefusal.map { "the database can only be read: \($0)" }
        ?? "the database is opened read only"
    }
    if let reason = scope[ModelKeys.shared.entity]?.readOnlyReason { return reason }
    return scope[PermissionKeys.shared.isEntityReadOnly]
      ? session.reason(for: PermissionKeys.shared.isEntityReadOnly, in: scope) : nil
  }

  /// Why no object may be made.
  var creationRefusal: String? {
    readOnlyReason ?? refusal(of: .insert) ?? refusal(PermissionKeys.shared.isEntityCreatable)
  }

  /// Why the object may not be changed.
  var editRefusal: String? {
    readOnlyReason ?? refusal(of: .update) ?? identityRefusal
      ?? refusal(PermissionKeys.shared.isObjectEditable)
  }

  /// Why the object may not be deleted.
  var deletionRefusal: String? {
    readOnlyReason ?? refusal(of: .delete) ?? identityRefusal
      ?? refusal(PermissionKeys.shared.isObjectDeletable)
  }

  /// Why the property of the scope may not be changed.
  var propertyRefusal: String? { visibilityRefusal ?? editabilityRefusal }

  /// Why the property of the scope may be seen only.
  var editabilityRefusal: String? { refusal(PermissionKeys.shared.isPropertyEditable) }

  /// Why the property of the scope is not shown.
  package var visibilityRefusal: String? { refusal(PermissionKeys.shared.isPropertyVisible) }

  /// Why nothing of the object in scope may be entered: a new one not be made, a stored one not be changed.
  var objectRefusal: String? {
    scope[ObjectKeys.shared.object]?.isNew == true ? creationRefusal : editRefusal
  }

  private var identityRefusal: String? {
    guard let object = scope[ObjectKeys.shared.object], !object.isNew, object.id == nil else {
      return nil
    }
    return "the row has no key by which it could be found again"
  }

  private func refusal(of write: Entity.Write) -> String? {
    scope[ModelKeys.shared.entity]?.refusal(of: write)
  }

  private func refusal(_ key: Key<Bool>) -> String? {
    let scope = scope.asStored
    return scope[key] ? nil : session.reason(for: key, in: scope)
  }
}

extension Session {
  /// What may be done with an object in a task, judged by what is stored of it.
  func permissions(for object: ManagedObject, task: String) -> Permissions {
    Permissions(session: self, scope: root.scoped(toTask: task).scoped(to: object.judged))
  }

  /// Which rule answers `key` here: `rule clerk.rules:3 says isObjectEditable = false`.
  func reason(for key: Key<Bool>, in scope: EnvironmentValues) -> String {
    resolver.reason(for: key, in: scope)
  }
}
