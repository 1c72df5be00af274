import AccessControl
import Editing
package import EntityModel
import Qualifiers
package import RuleEnvironment
import StandardKeys

extension FormModel {
  /// Whether an empty text is the way to leave the field of a new object without content: it must not be null, and the
  /// database has no default.
  package func takesEmptyText(_ attribute: Attribute, in scope: EnvironmentValues) -> Bool {
    let definition = attribute.definition
    let property = scope.scoped(toProperty: attribute.name)
    return object.state == .inserted && !attribute.isNullable && !definition.hasDefault
      && !definition.isForeignKey && !definition.isPrimaryKey
      && [.string, .text, .any].contains(attribute.type)
      && !property.holdsPassword
      && FieldConstraints(at: property).choices.allSatisfy {
        FieldConstraints.problem(with: .string(""), oneOf: $0) == nil
      }
      && object.problem(with: .string(""), for: attribute) == nil
  }
}
