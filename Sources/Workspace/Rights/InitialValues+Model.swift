package import AccessControl
import Editing
package import EntityModel
package import RuleEnvironment

extension InitialValues {
  /// What objects of `entity` begin with, made where `scope` belongs.
  package nonisolated init(of entity: Entity, in scope: EnvironmentValues) {
    self.init(of: entity, modelled: entity.initialValues, in: scope)
  }
}
