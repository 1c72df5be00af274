import EntityModel
import EntityStore
package import RuleEnvironment
import StandardKeys

/// The permissions to create, change and delete in one scope, each with the reason for a refusal.
///
/// The reason is the database's own, for example a read-only file, or the rule that forbids it.
package struct Permissions {
  /// The rules and the store that permissions are evaluated with.
  package let rights: RightsContext
  /// The scope in which permissions are evaluated.
  package let scope: EnvironmentValues

  /// Creates the permissions of `scope`.
  package init(_ rights: RightsContext, in scope: EnvironmentValues) {
    (self.rights, self.scope) = (rights, scope)
  }

  /// Why nothing of the entity may be written.
  package var readOnlyReason: String? {
    if rights.store.damage != nil { return "the database is damaged" }
    if rights.store.isReadOnly {
      return rights.store.fileRefusal.map { "the database can only be read: \($0)" }
        ?? "the database is opened read only"
    }
    if let reason = scope[ModelKeys.shared.entity]?.readOnlyReason { return reason }
    return scope[PermissionKeys.shared.isEntityReadOnly]
      ? rights.resolver.reason(for: PermissionKeys.shared.isEntityReadOnly, in: scope) : nil
  }

  /// Why no object may be made.
  package var creationRefusal: String? {
    readOnlyReason ?? refusal(of: .insert) ?? refusal(PermissionKeys.shared.isEntityCreatable)
  }

  /// Why the object may not be changed.
  package var editRefusal: String? {
    readOnlyReason ?? refusal(of: .update) ?? identityRefusal
      ?? refusal(PermissionKeys.shared.isObjectEditable)
  }

  /// Why the object may not be deleted.
  package var deletionRefusal: String? {
    readOnlyReason ?? refusal(of: .delete) ?? identityRefusal
      ?? refusal(PermissionKeys.shared.isObjectDeletable)
  }

  /// Why the property of the scope may not be changed.
  package var propertyRefusal: String? { visibilityRefusal ?? editabilityRefusal }

  /// Why the property of the scope may be seen only.
  package var editabilityRefusal: String? { refusal(PermissionKeys.shared.isPropertyEditable) }

  /// Why the property of the scope is not shown.
  package var visibilityRefusal: String? {
    let key = PermissionKeys.shared.isPropertyVisible
    guard let reason = refusal(key) else { return nil }
    // The rule that hides it of one object may tell of a value that is hidden of all.
    let general = scope.setting(ObjectKeys.shared.object, to: nil)
    return general[key] ? reason : rights.resolver.reason(for: key, in: general)
  }

  /// Why nothing of the object in scope may be entered: a new one not be made, a stored one not be changed.
  package var objectRefusal: String? {
    scope[ObjectKeys.shared.object]?.isNew == true ? creationRefusal : editRefusal
  }

  private var identityRefusal: String? {
    guard let object = scope[ObjectKeys.shared.object], !object.isNew, object.id == nil else {
      return nil
    }
    return "the row has no key that identifies it"
  }

  private func refusal(of write: Entity.Write) -> String? {
    scope[ModelKeys.shared.entity]?.refusal(of: write)
  }

  private func refusal(_ key: Key<Bool>) -> String? {
    let scope = scope.withStoredValues
    return scope[key] ? nil : rights.resolver.reason(for: key, in: scope)
  }
}
