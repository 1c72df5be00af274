public import EntityModel
package import EntityStore
import Qualifiers
public import RuleEnvironment

// The steps from the page's scope inwards: entity, object, property. Each sets the explicit keys that belong
// together, so that no rule ever sees half of a step.
extension EnvironmentValues {
  /// The scope of a page about `entity`: no object, no property.
  public func scoped(to entity: Entity) -> EnvironmentValues {
    setting {
      $0[ModelKeys.shared.entity] = entity
      $0[ObjectKeys.shared.object] = nil
      $0[ObjectKeys.shared.objectLabel] = nil
      Self.clearProperty(&$0)
    }
  }

  /// The scope of `object`, whose entity is that of this scope and whose label is known.
  package func scoped(to object: Record, label: String) -> EnvironmentValues {
    setting {
      $0[ObjectKeys.shared.object] = object
      $0[ObjectKeys.shared.objectLabel] = label
      Self.clearProperty(&$0)
    }
  }

  /// The scope of a property, or of a path of properties, of the entity and object of this scope.
  public func scoped(toProperty key: String) -> EnvironmentValues {
    let path = PropertyPath(key)
    let property = self[ModelKeys.shared.entity].map { $0.property(at: path) }
    let value = self[ObjectKeys.shared.object]?.value(forPath: path.components[...])
    return setting {
      $0[ModelKeys.shared.propertyKey] = key
      $0[ModelKeys.shared.attribute] = property?.attribute
      $0[ModelKeys.shared.relationship] = property?.relationship
      $0[ModelKeys.shared.propertyValue] = value ?? .null
    }
  }

  /// The scope of the same property in `object`, whose entity is that of this scope.
  package func scoped(toValueIn object: Record, label: String?) -> EnvironmentValues {
    let path = PropertyPath(self[ModelKeys.shared.propertyKey])
    let value = object.value(forPath: path.components[...])
    return setting {
      $0[ObjectKeys.shared.object] = object
      $0[ObjectKeys.shared.objectLabel] = label
      $0[ModelKeys.shared.propertyValue] = value ?? .null
    }
  }

  /// Returns this scope with another task.
  public func scoped(toTask task: String) -> EnvironmentValues {
    var scope = self
    scope[TaskKeys.shared.task] = task
    return scope
  }

  package static func clearProperty(_ bindings: inout EnvironmentBindings) {
    bindings[ModelKeys.shared.propertyKey] = ""
    bindings[ModelKeys.shared.attribute] = nil
    bindings[ModelKeys.shared.relationship] = nil
    bindings[ModelKeys.shared.propertyValue] = .null
  }
}
