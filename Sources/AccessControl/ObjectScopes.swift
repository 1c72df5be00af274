package import EntityModel
package import EntityStore
package import RuleEnvironment
package import StandardKeys

/// A factory of rule scopes for many objects in turn, with a cache of everything that is equal for one entity or property.
///
/// Saves, the journal and the check of rule problems ask it for the scope of each object.
package final class ObjectScopes {
  private let root: EnvironmentValues
  private let entities = EntityAnswerCache<(scope: EnvironmentValues, labelKey: LabelKey?)>()
  private let properties = EntityAnswerCache<EnvironmentValues>()

  /// Scopes below `root`, which stays as it is meanwhile.
  package init(below root: EnvironmentValues) { self.root = root }

  /// The scope of an object in a task; no property.
  package func scope(of object: Record, inTask task: TaskName) -> EnvironmentValues {
    let (scope, labelKey) = entity(object.entity, task)
    return scope.scoped(to: object, label: object.label(by: labelKey))
  }

  /// Returns the value of `key` for an object in a task, evaluated without the object where rules do not depend on it.
  package func answer<V>(_ key: Key<V>, of object: Record, inTask task: TaskName) -> V {
    let scope = scope(ofAll: object.entity, inTask: task)
    if scope.isOfAllRows(key) { return scope[key] }
    return self.scope(of: object, inTask: task)[key]
  }

  /// The scope of an entity in a task; no object.
  package func scope(ofAll entity: Entity, inTask task: TaskName) -> EnvironmentValues {
    self.entity(entity, task).scope
  }

  /// The scope of a property of an object whose own scope is `scope`.
  package func scope(
    ofProperty key: String,
    of object: Record,
    _ scope: EnvironmentValues,
    inTask task: TaskName
  ) -> EnvironmentValues {
    let property = properties.answer("\(task.rawValue) \(key)", about: object.entity) {
      entity(object.entity, task).scope.scoped(toProperty: key)
    }
    return property.scoped(toValueIn: object, label: scope[ObjectKeys.shared.objectLabel])
  }

  private func entity(
    _ entity: Entity,
    _ task: TaskName
  ) -> (scope: EnvironmentValues, labelKey: LabelKey?) {
    entities.answer(task.rawValue, about: entity) {
      let scope = root.scoped(toTask: task).scoped(to: entity)
      return (scope, scope.shownLabelKey.map { LabelKey($0) })
    }
  }
}
