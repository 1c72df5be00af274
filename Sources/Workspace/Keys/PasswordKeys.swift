package import EntityModel
package import Qualifiers
package import RuleEnvironment
import StandardKeys

extension Entity {
  /// The attributes that hold passwords, by the scope of the entity or of one of its objects where it is edited.
  package func passwordKeys(in scope: EnvironmentValues) -> Set<String> {
    Set(attributes.filter { holdsPassword($0, in: scope) }.map(\.name))
  }

  /// Whether an attribute holds a password: by its type, as what users log in by, or by its component.
  package func holdsPassword(_ attribute: Attribute, in scope: EnvironmentValues) -> Bool {
    let keys = PermissionKeys.shared
    if scope[keys.loginPasswordKey] == attribute.name,
      scope[keys.loginEntity].map({ $0 == name }) ?? true
    {
      return true
    }
    return scope.scoped(toProperty: attribute.name).holdsPassword
  }
}

extension EnvironmentValues {
  /// Whether a path from the scope's entity leads to what is a password here, or where it is edited, or to what is computed
  /// of one.
  package func leadsToPassword(_ path: PropertyPath) -> Bool {
    guard let entity = self[ModelKeys.shared.entity] else { return false }
    let read = entity.steps(of: path).compactMap { step in
      step.entity.attribute(named: step.name).map { (step.entity, $0) }
    }
    return [self, scoped(toTask: .edit)].contains { scope in
      !read.isEmpty && scope.scoped(toProperty: path.description).holdsPassword
        || read.contains { owner, attribute in
          owner.holdsPassword(attribute, in: owner == entity ? scope : scope.scoped(to: owner))
        }
    }
  }
}

nonisolated extension EnvironmentValues {
  /// Whether the property of the scope holds a password, by its type or by its component.
  package var holdsPassword: Bool {
    self[ModelKeys.shared.attribute]?.type == .password
      || ComponentName.passwords.contains(self[ComponentKeys.shared.component])
  }
}
