package import AccessControl
import Editing
package import EntityModel
package import RuleEnvironment

extension InitialValues {
  /// Creates the initial values of new objects of `entity` from its model and the rules that hold in `scope`.
  package nonisolated init(of entity: Entity, in scope: EnvironmentValues) {
    self.init(of: entity, modelled: entity.initialValues, in: scope)
  }
}
