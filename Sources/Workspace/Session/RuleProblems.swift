package import AccessControl
package import Editing
import EntityModel
import EntityStore
import Qualifiers
package import RuleEnvironment
import StandardKeys

/// The validation of objects before a save, by rules, model and database.
///
/// Rules that treat all objects of an entity alike are evaluated once per entity.
package final class RuleProblems {
  /// The rules for new or for stored objects of one entity, cached.
  private struct Kind {
    /// The attributes of which rules of the user's own say what objects begin with.
    let own: Set<String>
    /// The demands by property, without those that nothing can fail; `nil` where rules look at each object.
    let demands: [(key: String, demands: SharedConstraints)]?
  }

  private let root: EnvironmentValues
  private let scopes: ObjectScopes
  private let kinds = EntityAnswerCache<Kind>()

  /// Creates a validation by the rules below `root`, which must not change while it is used.
  package convenience init(root: EnvironmentValues) {
    self.init(root: root, scopes: ObjectScopes(below: root))
  }

  package init(root: EnvironmentValues, scopes: ObjectScopes) {
    (self.root, self.scopes) = (root, scopes)
  }

  /// All that is wrong with an object, each field once: what rules say stands before what the model does.
  package func allProblems(of object: ManagedObject) -> [FieldProblem] {
    guard object.state != .deleted else { return [] }
    var marked: Set<String> = []
    return (problems(of: object) + object.problems()).filter { marked.insert($0.key).inserted }
  }

  /// Returns the problems that rules find in the fields of an object, or in those among `keys`: the rule key `validation`.
  package func problems(of object: ManagedObject, among keys: Set<String>? = nil) -> [FieldProblem]
  {
    guard object.state != .deleted else { return [] }
    let task = object.state == .inserted ? "create" : "edit"
    let kind = kind(of: object.entity, inTask: task)
    let snapshot = object.snapshot
    if let demands = kind.demands {
      return demands.compactMap { key, demands in
        guard keys?.contains(key) ?? true else { return nil }
        let value = snapshot.value(forKey: key)
        // What a list has not read of a row is not missing.
        guard value != nil || object.state == .inserted else { return nil }
        let isEntered = isEntered(key, in: object, kind)
        let message = demands.problem(with: value ?? .null, isEntered: isEntered)
        return problem(message, of: key, in: object)
      }
    }
    let scope = scopes.scope(of: snapshot, inTask: task)
    let displayed = scope.propertyKeys
    let judged = object.entity.judgedPropertyKeys(displayed: displayed)
    return judged.filter { keys?.contains($0) ?? true }.compactMap { key in
      let isUnread =
        object.state == .stored && object.entity.attribute(named: key) != nil
        && snapshot.value(forKey: key) == nil
      guard !isUnread else { return nil }
      let property = scopes.scope(ofProperty: key, of: snapshot, scope, inTask: task)
      let message = FieldConstraints(at: property).problem(
        isEntered: isEntered(key, in: object, kind),
        isDisplayed: displayed.contains(key)
      )
      return problem(message, of: key, in: object)
    }
  }

  private func isEntered(_ key: String, in object: ManagedObject, _ kind: Kind) -> Bool {
    object.changedKeys.contains(key) || kind.own.contains(key) || object.isSetToNull(key)
      || object.carriedOver.contains(key)
  }

  private func problem(_ message: String?, of key: String, in object: ManagedObject)
    -> FieldProblem?
  {
    message.map {
      FieldProblem(
        entityName: object.entity.name,
        key: key,
        message: $0,
        token: object.token
      )
    }
  }

  private func kind(of entity: Entity, inTask task: String) -> Kind {
    kinds.answer(task, about: entity) {
      let scope = scopes.scope(ofAll: entity, inTask: task)
      return Kind(
        own: task == "create" ? InitialValues(of: entity, in: scope).own : [],
        demands: demands(of: entity, in: scope)
      )
    }
  }

  private func demands(of entity: Entity, in scope: EnvironmentValues)
    -> [(key: String, demands: SharedConstraints)]?
  {
    let displayedKeys = RenderingKeys.shared.displayPropertyKeys
    guard scope.isOfAllRows(displayedKeys), FieldConstraints.mayBeCommon(in: scope)
    else { return nil }
    let displayed = scope.propertyKeys
    var found: [(String, SharedConstraints)] = []
    for key in entity.judgedPropertyKeys(displayed: displayed) {
      let demands = FieldConstraints(at: scope.scoped(toProperty: key))
      guard let common = demands.common(isDisplayed: displayed.contains(key)) else { return nil }
      guard !common.isEmpty else { continue }
      // What is computed the object alone tells.
      guard entity.attribute(named: key)?.definition.derivation == nil else { return nil }
      found.append((key, common))
    }
    return found
  }
}
