import Diagnostics
import Qualifiers
import RuleEnvironment

/// A rule that never answers, because others of its layer that ask for less are asked before it.
///
/// Overriding a lower layer is no fault. Only what is certain is told: the rules before it have constant values, and one
/// of them holds whenever this one does.
enum UnreachableLint: RuleLint {
  static let id = "unreachable"
  static let summary =
    "A rule never answers, because others of its layer that hold whenever it does are asked before."

  static func findings(in model: RuleModel) -> [Diagnostic] {
    let index = CoverIndex(model.answeringRules)
    return model.rules.compactMap { rule -> Diagnostic? in
      let covers = index.covers(of: rule)
      guard let other = covers.first, covers.count > 1 || !other.hasSameCondition(as: rule) else {
        return nil
      }
      var places: [String] = []
      for cover in covers where !places.contains(cover.place) { places.append(cover.place) }
      let isOutranked = covers.contains { $0.precedence > rule.precedence }
      let verb =
        places.count == 1
        ? "holds whenever it does and is" : "together hold whenever it does and are"
      return finding(
        rule,
        "this rule never answers: \(places.joined(separator: " and ")) \(verb) asked before",
        suggestion: isOutranked ? "raise its priority" : "take it out"
      )
    }
  }
}
