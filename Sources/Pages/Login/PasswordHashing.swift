import Editing
import EntityModel
import EntityStore
import Passwords
import Qualifiers
import RuleEnvironment
import StandardKeys

extension ManagedObject {
  /// The passwords that were entered into the object, as the rules of its scope want them saved; what is a hash already, or
  /// empty, stays.
  func hashedPasswords(in scope: EnvironmentValues) -> [(name: String, hash: String)] {
    let names = entity.attributes.filter { $0.type == .password }.map(\.name)
    return names.compactMap { name in
      guard let entered = snapshot.value(forKey: name)?.string, !entered.isEmpty,
        state == .inserted || entered != base.value(forKey: name)?.string,
        StoredPassword(entered).kind != .crypt,
        let way = scope.scoped(toProperty: name)[PermissionKeys.shared.passwordHash],
        let hash = PasswordHash(rawValue: way)?.hash(of: entered)
      else { return nil }
      return (name, hash)
    }
  }
}
