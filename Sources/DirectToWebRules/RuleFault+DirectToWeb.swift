import RuleEngine

// What can be wrong with a rule of Direct to Web alone.
extension RuleFault {
  /// A property in a list of Direct to Web that no entity of the rule has.
  static func leftOut(_ name: String, entities: [String]) -> RuleFault {
    let owners = entities.count == 1 ? "`\(entities[0])` has none" : "no entity has one"
    return RuleFault(
      id: "unknown-property",
      message: "`\(name)` is left out of the list: \(owners)",
      suggestion: "the other properties of the list count"
    )
  }

  /// A rule whose condition or value cannot be said here.
  static func noCounterpart(_ reason: String) -> RuleFault {
    RuleFault(
      id: "no-counterpart",
      message: "this rule of Direct to Web does nothing: \(reason)",
      suggestion: "write it in the terms of this language"
    )
  }
}
