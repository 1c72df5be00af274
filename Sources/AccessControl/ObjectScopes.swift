package import EntityModel
package import EntityStore
package import RuleEnvironment
import StandardKeys

/// The scopes of objects that are looked at one after the other: what rules say of all objects of an entity, or of a
/// property of them, is asked once and remembered.
package final class ObjectScopes {
  private let root: EnvironmentValues
  private let entities = EntityAnswerCache<(scope: EnvironmentValues, labelKey: LabelKey?)>()
  private let properties = EntityAnswerCache<EnvironmentValues>()

  /// Scopes below `root`, which stays as it is meanwhile.
  package init(below root: EnvironmentValues) { self.root = root }

  /// The scope of an object in a task; no property.
  package func scope(of object: Record, inTask task: String) -> EnvironmentValues {
    let (scope, labelKey) = entity(object.entity, task)
    return scope.scoped(to: object, label: object.label(by: labelKey))
  }

  /// Returns the value of `key` for an object in a task, evaluated without the object where rules do not depend on it.
  package func answer<V>(_ key: Key<V>, of object: Record, inTask task: String) -> V {
    let scope = scope(ofAll: object.entity, inTask: task)
    if scope.isOfAllRows(key) { return scope[key] }
    return self.scope(of: object, inTask: task)[key]
  }

  /// The scope of an entity in a task; no object.
  package func scope(ofAll entity: Entity, inTask task: String) -> EnvironmentValues {
    self.entity(entity, task).scope
  }

  /// The scope of a property of an object whose own scope is `scope`.
  package func scope(
    ofProperty key: String,
    of object: Record,
    _ scope: EnvironmentValues,
    inTask task: String
  ) -> EnvironmentValues {
    let property = properties.answer("\(task) \(key)", about: object.entity) {
      entity(object.entity, task).scope.scoped(toProperty: key)
    }
    return property.scoped(toValueIn: object, label: scope[ObjectKeys.shared.objectLabel])
  }

  private func entity(
    _ entity: Entity,
    _ task: String
  ) -> (scope: EnvironmentValues, labelKey: LabelKey?) {
    entities.answer(task, about: entity) {
      let scope = root.scoped(toTask: task).scoped(to: entity)
      return (scope, scope.shownLabelKey.map { LabelKey($0) })
    }
  }
}
