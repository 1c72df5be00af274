import EntityModel
package import EntityStore
package import RuleEnvironment
import StandardKeys

/// The scopes of objects that are looked at one after the other: what rules say of all objects of an entity, or of a
/// property of them, is asked once and remembered.
package final class ObjectScopes {
  private let root: EnvironmentValues
  private var entities: [String: EnvironmentValues] = [:]
  private var properties: [[String]: EnvironmentValues] = [:]

  /// Scopes below `root`, which stays as it is meanwhile.
  package init(below root: EnvironmentValues) { self.root = root }

  /// The scope of an object in a task; no property.
  package func scope(of object: Record, inTask task: String) -> EnvironmentValues {
    entity(object.entity, task).scoped(to: object)
  }

  /// The scope of a property of an object whose own scope is `scope`.
  package func scope(
    ofProperty key: String,
    of object: Record,
    _ scope: EnvironmentValues,
    inTask task: String
  ) -> EnvironmentValues {
    let place = [task, object.entity.name, key]
    let property = properties[place] ?? entity(object.entity, task).scoped(toProperty: key)
    properties[place] = property
    return property.scoped(toValueIn: object, label: scope[ObjectKeys.shared.objectLabel])
  }

  private func entity(_ entity: Entity, _ task: String) -> EnvironmentValues {
    let place = task + " " + entity.name
    if let known = entities[place] { return known }
    let scope = root.scoped(toTask: task).scoped(to: entity)
    entities[place] = scope
    return scope
  }
}
