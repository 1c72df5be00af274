import Qualifiers

// Views read keys of the scope as a whole, `\.ruleContext`; in rule files `ruleContext.task` is `task`.

extension RuleSyntax {
  /// The name of the scope as a whole.
  static let contextName = "ruleContext"

  /// The rule with the keys behind the name of the scope by themselves.
  func droppingContextName() -> RuleSyntax {
    var rule = self
    rule.condition = condition.droppingContextName()
    rule.outerConditions = outerConditions.map { $0.droppingContextName() }
    for index in assignments.indices {
      rule.assignments[index].value = assignments[index].value.mappingPaths(\.withoutContextName)
    }
    return rule
  }
}

extension Qualifier {
  /// The condition with the keys behind the name of the scope by themselves.
  func droppingContextName() -> Qualifier { mappingPaths(\.withoutContextName) }
}

extension PropertyPath {
  fileprivate var withoutContextName: PropertyPath {
    first == RuleSyntax.contextName && components.count > 1
      ? PropertyPath(components: Array(components.dropFirst())) : self
  }
}
