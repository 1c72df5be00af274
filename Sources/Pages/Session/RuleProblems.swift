import AccessControl
package import Editing
import EntityModel
import EntityStore
package import RuleEnvironment
import StandardKeys

/// What keeps objects from being saved, as rules, the model and the database say.
package struct RuleProblems {
  private let root: EnvironmentValues
  private let scopes: ObjectScopes

  /// What rules say below `root`.
  package init(root: EnvironmentValues) { self.init(root: root, scopes: ObjectScopes(below: root)) }

  init(root: EnvironmentValues, scopes: ObjectScopes) {
    (self.root, self.scopes) = (root, scopes)
  }

  /// All that is wrong with an object, each field once: what rules say stands before what the model does.
  func allProblems(of object: ManagedObject) -> [FieldProblem] {
    guard object.state != .deleted else { return [] }
    var marked: Set<String> = []
    return (problems(of: object) + object.problems()).filter { marked.insert($0.key).inserted }
  }

  /// What rules say is wrong with the fields of an object, or some of them: the key `validation`.
  package func problems(of object: ManagedObject, among keys: Set<String>? = nil) -> [FieldProblem]
  {
    guard object.state != .deleted else { return [] }
    let task = object.state == .inserted ? "create" : "edit"
    let snapshot = object.snapshot
    let scope = scopes.scope(of: snapshot, inTask: task)
    let own =
      object.state == .inserted
      ? InitialValues(of: object.entity, in: root.scoped(toTask: task).scoped(to: object.entity))
        .own : []
    let displayed = scope.propertyKeys
    let judged = object.entity.judgedPropertyKeys(displayed: displayed)
    return judged.filter { keys?.contains($0) ?? true }.compactMap { key in
      // What a list has not read of a row is not missing.
      let isUnread =
        object.state == .stored && object.entity.attribute(named: key) != nil
        && snapshot.value(forKey: key) == nil
      guard !isUnread else { return nil }
      let property = scopes.scope(ofProperty: key, of: snapshot, scope, inTask: task)
      let message = FieldDemands(at: property).problem(
        isEntered: object.changedKeys.contains(key) || own.contains(key) || object.isSetToNull(key)
          || object.carriedOver.contains(key),
        isDisplayed: displayed.contains(key)
      )
      return message.map { FieldProblem(entityName: object.entity.name, key: key, message: $0) }
    }
  }
}
