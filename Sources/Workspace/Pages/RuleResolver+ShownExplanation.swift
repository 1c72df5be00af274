import AccessControl
import EntityModel
import Qualifiers
package import RuleEngine
package import RuleEnvironment
import StandardKeys

@MainActor extension RuleResolver {
  /// Why a key has its value, without what rules read of the object and the user may not see.
  package func shownExplanation(of key: String, in scope: EnvironmentValues) -> Explanation? {
    let property = PropertyPath(scope[ModelKeys.shared.propertyKey])
    func isShown(_ path: PropertyPath) -> Bool {
      // An aggregate is no property, and shown as far as all that it reads is.
      let property = scope.scoped(toProperty: path.description)
      let isAggregate = path.last.contains("@")
      return (isAggregate ? scope.showsOfEveryObject(path, at: property) : scope.showsColumn(path))
        && !scope.leadsToPassword(path)
    }
    return explain(key, in: scope)?.concealing { path in
      switch path.first {
      case "object" where path.components.count > 1:
        !isShown(PropertyPath(components: Array(path.components.dropFirst())))
      case "propertyValue": !property.first.isEmpty && !isShown(property)
      default: false
      }
    }
  }
}
