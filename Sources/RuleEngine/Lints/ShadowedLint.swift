import Diagnostics

/// A rule that never answers, because another of its layer has the same condition and is asked before it.
///
/// Only rules with a constant value shadow others: a path may lead nowhere, and the next rule is asked.
enum ShadowedLint: RuleLint {
  static let id = "shadowed"
  static let summary =
    "A rule never answers, because another of its layer with the same condition is asked before."

  static func judge(_ model: LintedModel, _ report: LintReport) {
    for linted in model.rules {
      guard let cover = model.covers(of: linted).first, cover.hasSameCondition(as: linted) else {
        continue
      }
      let (rule, other) = (linted.rule, cover.rule)
      guard other.value != rule.value || other.priority != rule.priority else { continue }
      report(rule, .warning) {
        let isTie = other.precedence == rule.precedence
        let reason = isTie ? "comes first" : "has a higher priority"
        return LintRemark(
          "this rule never answers: \(other.place) has the same condition and \(reason)"
        )
        .advising(isTie ? "remove one of them" : "raise its priority or remove it")
      }
    }
  }
}
