package import EntityModel
package import RuleEnvironment
import StandardKeys

/// The entity that holds the users of a database, with its attributes for login name, password and role.
package struct LoginUsers {
  /// The entity of the users.
  package let entity: Entity
  /// The attribute that holds the login name.
  package let name: Attribute
  /// The attribute that holds the password hash.
  package let password: Attribute
  /// The attribute that holds the role; `nil` when there is none.
  package let role: Attribute?

  /// Finds the entity and attributes that rules name, else guesses them by their names.
  ///
  /// Is `nil` where none fits, or several do and none of them has a usual name such as `users`.
  package init?(in scope: EnvironmentValues, of work: WorkContext) {
    let keys = PermissionKeys.shared
    let named = scope[keys.loginEntity]
    let found =
      named.map { work.model.entity(named: $0) } ?? work.part { FoundUsers(in: work.model) }.entity
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

/// A cache for the entity of users that names suggest; views ask for it in each frame.
private final class FoundUsers {
  let entity: Entity?

  init(in model: Model) { entity = LoginUsers.found(in: model) }
}

extension Entity {
  /// The attribute whose name suggests a login name: `login`, `username`, `email` and so on.
  fileprivate var userName: Attribute? {
    ["login", "username", "loginname", "user", "account", "nickname", "email", "name"].lazy
      .compactMap { usual in
        self.attributes.first { $0.name.lowercased() == usual && $0.type != .password }
      }.first
  }

  /// The first attribute of the type password.
  fileprivate var userPassword: Attribute? { attributes.first { $0.type == .password } }
}
