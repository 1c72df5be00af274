import Diagnostics
import RuleEngine
import RuleEnvironment
import StandardKeys

/// Whether a role that was given is nearly, but not quite, one that rules speak of: then those rules do not hold.
struct RoleCheck {
  /// The rules.
  let model: RuleModel

  /// What is wrong with the role of a scope; nothing where no rule speaks of one like it.
  func faults(in root: EnvironmentValues) -> [Diagnostic] {
    guard let role = root[PermissionKeys.shared.role] else { return [] }
    let known = model.texts(comparedWith: ["role", "user.role"])
    guard !known.contains(role), let near = nearestName(to: role, in: known.sorted()) else {
      return []
    }
    let fault = RuleFault("unknown-role", "no rule speaks of the role '\(role)'")
    return [fault.advising("did you mean '\(near)'?").diagnostic(.warning, of: nil)]
  }
}
