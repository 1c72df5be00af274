package import Editing
import EntityModel
import EntityStore
import Passwords
package import Qualifiers
package import RuleEnvironment
import StandardKeys

nonisolated extension Attribute {
  /// The fewest characters of a hash: those of MD5.
  package static let longPassword = 32

  /// Whether most passwords in the column are as long as hashes.
  package var holdsLongPasswords: Bool {
    type == .password && (evidence?.medianLength ?? 0) >= Self.longPassword
  }
}

extension ManagedObject {
  /// Puts hashes in the place of the passwords that were entered into some attributes, as the rules of the object's scope want
  /// them saved; what is a hash already, or empty, stays.
  ///
  /// - Returns: What was set before.
  /// - Throws: ``SaveError/invalid(_:)`` for a password of which no hash can be made, or nobody knows which: none is kept as it is then.
  @discardableResult
  package func hashPasswords(
    _ names: Set<String>,
    in scope: EnvironmentValues
  ) throws(SaveError) -> [(name: String, value: Value?)] {
    var hashes: [(name: String, hash: String)] = []
    for name in names.sorted() {
      guard let entered = snapshot.value(forKey: name)?.string, !entered.isEmpty,
        state == .inserted || entered != base.value(forKey: name)?.string,
        StoredPassword(entered).kind != .crypt,
        let way = scope.scoped(toProperty: name)[PermissionKeys.shared.passwordHash]
      else { continue }
      let known = PasswordHash(rawValue: way)
      guard let hash = known?.hash(of: entered) else {
        let message =
          known == nil
          ? "is not saved: the rule for passwordHash is faulty; see 'rules check'"
          : "cannot be a password: over 511 bytes, or with a zero byte"
        throw .invalid([
          FieldProblem(entityName: entity.name, key: name, message: message, token: token)
        ])
      }
      hashes.append((name, hash))
    }
    return hashes.map { ($0, stamp(.string($1), forAttribute: $0)) }
  }
}
