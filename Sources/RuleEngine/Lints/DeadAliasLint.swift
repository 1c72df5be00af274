import Diagnostics
import Qualifiers
import RuleEnvironment

/// A lint for rules whose value is another key that no rule sets and that has no default.
enum DeadAliasLint: RuleLint {
  static let id = "dead-alias"
  static let summary = "A value is a key that no rule sets and that has no value of its own."

  static func judge(_ linted: LintedModel, _ report: LintReport) {
    let model = linted.model
    // A rule that does not count shows that the key is known.
    let known = Set(model.allRules.map(\.key.slot))
    for rule in model.rules {
      guard case .path(let path) = rule.value.kind, let other = model.vocabulary[path.first],
        other.isAssignable, !other.isOfSite, !other.isRequired, other.defaultRuleValue.isNull,
        !known.contains(other.slot),
        !rule.conjuncts.contains(.not(.isNull(Expression(.path(PropertyPath(path.first))))))
      else { continue }
      report(rule, .warning) {
        LintRemark("`\(path)` has no value: no rule sets `\(path.first)`")
          .advising("write a rule for `\(path.first)`, or another value")
      }
    }
  }
}
