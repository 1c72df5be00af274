package import EntityModel
package import RuleEnvironment
import StandardKeys

/// Where the users of a database are: an entity, and what of it is the name, the password and the role.
package struct LoginUsers {
  /// The entity of the users.
  package let entity: Entity
  /// What a user is called.
  package let name: Attribute
  /// What a user proves it by.
  package let password: Attribute
  /// What a user is; `nil` where nothing says so.
  package let role: Attribute?

  /// Those that the rules name, else those that are found by their names; `nil` where there are none, or several.
  package init?(in scope: EnvironmentValues, of work: WorkContext) {
    let keys = PermissionKeys.shared
    let named = scope[keys.loginEntity]
    let found = named.map { work.model.entity(named: $0) } ?? work.settings.foundUsers
    guard let entity = found else { return nil }
    let place = scope.scoped(to: entity)
    func attribute(_ key: Key<String?>) -> Attribute? {
      place[key].flatMap { entity.attribute(named: $0) }
    }
    let (name, password) = (attribute(keys.loginNameKey), attribute(keys.loginPasswordKey))
    let role = attribute(keys.loginRoleKey)
    guard let name = name ?? entity.userName, let password = password ?? entity.userPassword else {
      return nil
    }
    (self.entity, self.name, self.password) = (entity, name, password)
    self.role = role ?? entity.attributes.first { ["role", "userRole"].contains($0.name) }
  }

  /// The only entity that has a name and a password, else the first that is called as users are.
  package static func found(in model: Model) -> Entity? {
    let fit = model.entities.filter { $0.userName != nil && $0.userPassword != nil }
    guard fit.count != 1 else { return fit[0] }
    return usualEntities.lazy.compactMap { usual in
      fit.first { $0.name.lowercased() == usual }
    }.first
  }

  private static let usualEntities = [
    "user", "users", "staff", "userdb", "account", "accounts", "employee", "member", "person",
  ]
}

extension Entity {
  /// What users are called by.
  fileprivate var userName: Attribute? {
    ["login", "username", "loginname", "user", "account", "nickname", "email", "name"].lazy
      .compactMap { usual in
        self.attributes.first { $0.name.lowercased() == usual && $0.type != .password }
      }.first
  }

  /// What users prove it by.
  fileprivate var userPassword: Attribute? { attributes.first { $0.type == .password } }
}
