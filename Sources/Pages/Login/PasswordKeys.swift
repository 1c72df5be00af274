package import EntityModel
package import RuleEnvironment
import StandardKeys

extension Entity {
  /// The attributes that hold passwords, by the scope of the entity or of one of its objects where it is edited.
  package func passwordKeys(in scope: EnvironmentValues) -> Set<String> {
    Set(attributes.filter { holdsPassword($0, in: scope) }.map(\.name))
  }

  /// Whether an attribute holds a password: by its type, as what users log in by, or by its component.
  func holdsPassword(_ attribute: Attribute, in scope: EnvironmentValues) -> Bool {
    if attribute.type == .password { return true }
    let keys = PermissionKeys.shared
    if scope[keys.loginPasswordKey] == attribute.name,
      scope[keys.loginEntity].map({ $0 == name }) ?? true
    {
      return true
    }
    let component = scope.scoped(toProperty: attribute.name)[ComponentKeys.shared.component]
    return ["EditPassword", "DisplayPassword"].contains(component)
  }
}
