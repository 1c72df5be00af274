package import Diagnostics
package import RuleEngine
package import RuleEnvironment
import StandardKeys

/// Whether a role that was given is nearly, but not quite, one that rules speak of: then those rules do not hold.
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
