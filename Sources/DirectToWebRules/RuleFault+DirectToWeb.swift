import RuleEngine

// What can be wrong with a rule of Direct to Web alone.
extension RuleFault {
  /// A property in a list of Direct to Web that no entity of the rule has.
  static func leftOut(_ name: String, entities: [String]) -> RuleFault {
    let owners = entities.count == 1 ? "`\(entities[0])` has none" : "no entity has it"
    return RuleFault("unknown-property", "`\(name)` is left out of the list: \(owners)")
      .advising("the rest of the list is used")
  }

  /// A rule whose condition or value cannot be said here.
  static func noCounterpart(_ reason: String) -> RuleFault {
    RuleFault("no-counterpart", "this rule of Direct to Web does nothing: \(reason)")
      .advising("rewrite it in the rule language")
  }
}
