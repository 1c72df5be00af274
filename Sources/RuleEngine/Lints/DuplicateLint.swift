import Diagnostics
import Qualifiers
import RuleEnvironment

/// Two rules of a layer with the same condition, key and value: the second does nothing.
enum DuplicateLint: RuleLint {
  static let id = "duplicate"
  static let summary = "Two rules say the same."

  private struct Content: Hashable {
    let layer: Layer
    let slot: Int
    let conjuncts: Set<Qualifier>
    let value: Expression
    let priority: Int
  }

  static func findings(in model: RuleModel) -> [Diagnostic] {
    var first: [Content: Rule] = [:]
    return model.rules.compactMap { rule -> Diagnostic? in
      let content = Content(
        layer: rule.layer,
        slot: rule.key.slot,
        conjuncts: Set(rule.conjuncts),
        value: rule.value,
        priority: rule.priority
      )
      guard let earlier = first[content] else {
        first[content] = rule
        return nil
      }
      return finding(
        rule,
        "this rule stands at \(earlier.place) already",
        suggestion: "take one out"
      )
    }
  }
}
