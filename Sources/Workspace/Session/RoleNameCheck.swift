package import Diagnostics
package import RuleEngine
package import RuleEnvironment
import StandardKeys

/// A check for misspelled roles: it warns when no rule mentions the given role but a similar role exists.
package struct RoleNameCheck {
  /// The rules.
  package let model: RuleModel

  package init(model: RuleModel) {
    self.model = model
  }

  /// Returns a warning when no rule mentions the scope's role but a similar name exists: probably a misspelling.
  package func faults(in root: EnvironmentValues) -> [Diagnostic] {
    guard let role = root[PermissionKeys.shared.role] else { return [] }
    let known = model.texts(comparedWith: ["role", "user.role"])
    guard !known.contains(role), let near = nearestName(to: role, in: known.sorted()) else {
      return []
    }
    let fault = RuleFault("unknown-role", "no rule names the role '\(role)'")
    return [fault.advising("did you mean '\(near)'?").diagnostic(.warning, of: nil)]
  }
}
