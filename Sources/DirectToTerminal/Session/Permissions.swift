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
  var visibilityRefusal: String? { refusal(PermissionKeys.shared.isPropertyVisible) }

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
    scope[key] ? nil : session.reason(for: key, in: scope)
  }
}

extension Session {
  /// What may be done with an object in a task, judged by what is stored of it.
  func permissions(for object: ManagedObject, task: String) -> Permissions {
    Permissions(session: self, scope: root.scoped(toTask: task).scoped(to: object.judged))
  }

  /// Why people are not shown the objects of an entity: a rule leaves it out of `visibleEntityNames`.
  ///
  /// What the program itself leaves out of its first page, tables that only join others, can be gone to by name.
  func visibilityRefusal(of entity: Entity) -> String? {
    let key = RenderingKeys.shared.visibleEntityNames
    let scope = root.scoped(toTask: "query")
    guard !scope[key].contains(entity.name) else { return nil }
    guard let rule = resolver.explain(key, in: scope).rule, rule.layer != .builtIn else {
      return nil
    }
    if rule.isDenial { return rule.faultSentence }
    return "rule \(rule.file):\(rule.line) leaves \(entity.name) out of visibleEntityNames"
  }

  /// Which rule answers `key` here: `rule clerk.rules:3 says isObjectEditable = false`.
  func reason(for key: Key<Bool>, in scope: EnvironmentValues) -> String {
    let explanation = resolver.explain(key, in: scope)
    let cause = applicationCause(of: explanation, in: scope, depth: 4) ?? explanation
    guard let rule = cause.rule else { return "\(cause.keyName) is \(cause.value)" }
    if rule.isDenial { return rule.faultSentence }
    return "rule \(rule.file):\(rule.line) says \(cause.keyName) = \(cause.value)"
  }

  /// Where the program's own rule answers from what another key says, the rule that says that.
  private func applicationCause(
    of explanation: Explanation,
    in scope: EnvironmentValues,
    depth: Int
  ) -> Explanation? {
    guard let rule = explanation.rule, depth > 0 else { return nil }
    if rule.layer != .builtIn { return explanation }
    for reading in explanation.reads where reading.path.first != explanation.keyName {
      guard let next = resolver.explain(reading.path.first, in: scope) else { continue }
      if let cause = applicationCause(of: next, in: scope, depth: depth - 1) { return cause }
    }
    return nil
  }
}

extension Rule {
  /// Why a rule that has a fault permits nothing.
  fileprivate var faultSentence: String {
    "rule \(file):\(line) for \(keyName) has a fault and so permits nothing; 'd2t rules check' tells"
  }
}
