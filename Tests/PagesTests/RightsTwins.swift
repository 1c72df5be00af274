import AccessControl
import TestSupport

/// Two walks through databases that differ only in what a role may not see.
@MainActor
struct RightsTwins {
  private static let roles = ["boss", "auditor", "clerk", "guest"]

  let one: RightsWalk
  let other: RightsWalk

  /// With `more` the other one has more rows that do not exist for the role.
  init(seed: UInt64, more: Bool) {
    var random = SeededGenerator(seed: seed)
    let world = RightsWorld(&random)
    let role = Self.roles.randomElement(using: &random) ?? ""
    one = RightsWalk(world: world, role: role)
    other = RightsWalk(world: world.twin(more: more, &random), role: role)
  }

  var rules: String { one.world.rights.rules(of: one.role) }
}
