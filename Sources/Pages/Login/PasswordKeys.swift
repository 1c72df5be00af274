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
    let keys = PermissionKeys.shared
    if scope[keys.loginPasswordKey] == attribute.name,
      scope[keys.loginEntity].map({ $0 == name }) ?? true
    {
      return true
    }
    return scope.scoped(toProperty: attribute.name).holdsPassword
  }
}

nonisolated extension EnvironmentValues {
  /// Whether the property of the scope holds a password, by its type or by its component.
  var holdsPassword: Bool {
    self[ModelKeys.shared.attribute]?.type == .password
      || ["EditPassword", "DisplayPassword"].contains(self[ComponentKeys.shared.component])
  }
}
