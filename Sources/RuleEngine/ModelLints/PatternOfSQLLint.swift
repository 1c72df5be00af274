import Diagnostics
import Qualifiers

/// A `like` in the manner of SQL: its `%` and `_` stand for themselves, so that it finds next to nothing.
enum PatternOfSQLLint: RuleLint {
  static let id = "sql-pattern"
  static let summary = "A `like` has `%` or `_`, as in SQL, and neither `*` nor `?`."

  static func judge(_ model: LintedModel, _ report: LintReport) {
    for linted in model.rules {
      let rule = linted.rule
      guard
        let advice = rule.condition.adviceForPatternOfSQL
          ?? rule.value.qualifier?
          .adviceForPatternOfSQL
      else { continue }
      report(rule, .warning) {
        LintRemark("`%` and `_` are no wildcards in a `like`").advising(advice)
      }
    }
  }
}

extension Expression {
  /// The condition that the value is or has in it.
  fileprivate var qualifier: Qualifier? {
    switch kind {
    case .qualifier(let qualifier), .condition(let qualifier): qualifier
    default: nil
    }
  }
}
