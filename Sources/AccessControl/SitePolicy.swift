import EntityStore
import Qualifiers
package import RuleEngine
import RuleEnvironment
import StandardKeys

/// The decisions of the site's rule file about the program as a whole: roles of users, trust in `sudo`, and locked mode.
///
/// They are evaluated before any database is opened.
package nonisolated struct SitePolicy {
  private let model: RuleModel

  /// The policy that rules of the site make.
  package init(_ model: RuleModel) { self.model = model }

  /// Whether accounts go by whom `sudo` names.
  package var trustsSudo: Bool { scope(of: nil, at: nil)[PermissionKeys.shared.trustsSudo] }

  /// Returns the role of a user outside locked mode; `nil` when no rule gives one.
  package func role(of user: String?) -> String? {
    scope(of: user, at: nil)[PermissionKeys.shared.role]
  }

  /// Whether some rule may lock the program.
  ///
  /// - Throws: ``SiteRefusal`` for a rule that asks for more than is known before anything is opened.
  package func mayLock() throws(SiteRefusal) -> Bool {
    let rules = model.rules(for: PermissionKeys.shared.isLocked)
    // Nothing else is known yet, so that a rule that asks for it would never lock.
    for rule in rules {
      let reads = rule.condition.paths + rule.value.paths + rule.value.variables
      guard let other = reads.first(where: { $0.first != "user" }) else { continue }
      throw .opening(
        "\(rule.file):\(rule.line): fault in the site's rules, nothing is opened: "
          + "a rule for `isLocked` may read only `user`, not `\(other)`"
      )
    }
    return !rules.isEmpty
  }

  /// Whether the program is locked for a person.
  package func isLocked(for user: String) -> Bool {
    scope(of: user, at: nil)[PermissionKeys.shared.isLocked]
  }

  /// The databases and folders that are listed for a person.
  package func databases(for user: String) -> [String] {
    scope(of: user, at: nil)[PermissionKeys.shared.databases]
  }

  /// Returns the locked session of `user` on the database at `path`; error messages name `folder` as the place of the rules.
  ///
  /// - Throws: ``SiteRefusal`` when no rule gives a role, and for models that are not named by absolute paths.
  package func lockedSession(of user: String, at path: String, rulesIn folder: String)
    throws(SiteRefusal) -> LockedSession
  {
    let scope = scope(of: user, at: path)
    guard let role = scope[PermissionKeys.shared.role] else {
      throw .opening("no rule gives '\(user)' a role; ask the owner of \(folder)")
    }
    let models = scope[PermissionKeys.shared.modelFiles]
    if let relative = models.first(where: { !$0.hasPrefix("/") }) {
      throw .opening("modelFiles: '\(relative)' must be an absolute path")
    }
    return LockedSession(user: user, role: role, database: path, modelFiles: models)
  }

  private func scope(of user: String?, at database: String?) -> EnvironmentValues {
    var scope = EnvironmentValues(resolver: RuleResolver(model: model))
    scope[PermissionKeys.shared.user] = User(name: user, role: nil)
    if let database {
      scope[ObjectKeys.shared.database] = DatabaseReference(
        title: DatabaseSource.file(database).title,
        path: database,
        isReadOnly: false
      )
    }
    return scope
  }
}
