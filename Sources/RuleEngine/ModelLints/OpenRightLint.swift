import Diagnostics
import Qualifiers
import RuleEnvironment

/// A lint for prohibitions by `role != …` or `user != …`, which do not hold for users without a role.
///
/// `role != 'manager' => isPropertyVisible = false` hides nothing from a user without a role, because a comparison with null is
/// not true. Rules that also ask for null, or put the condition into the value, are not reported.
enum OpenRightLint: RuleLint {
  static let id = "open-right"
  static let summary =
    "A rule forbids by comparing `role` or `user` for being other, and so permits where there is none."

  private static let names: Set = ["role", "user"]

  static func judge(_ model: LintedModel, _ report: LintReport) {
    for linted in model.rules where linted.rule.layer >= .application && linted.rule.forbids {
      let parts = linted.rule.conjuncts
      guard let open = parts.first(where: isOpen), !parts.contains(where: asksForNull) else {
        continue
      }
      report(linted.rule, .warning) { remark(linted.rule, open) }
    }
  }

  /// Whether a part does not hold where the user has not what it looks at, and most likely was meant to.
  private static func isOpen(_ part: Qualifier) -> Bool {
    guard part.paths.contains(where: { names.contains($0.first) }) else { return false }
    return switch part {
    case .not(let inside): !asksForNull(inside)
    case .comparison(_, let comparison, _): [.notEqual, .less, .lessOrEqual].contains(comparison)
    default: false
    }
  }

  private static func asksForNull(_ part: Qualifier) -> Bool {
    switch part {
    case .isNull(let side): side.paths.contains { names.contains($0.first) }
    case .not(let inside): asksForNull(inside)
    case .and(let parts), .or(let parts): parts.contains(where: asksForNull)
    default: false
    }
  }

  private static func remark(_ rule: Rule, _ open: Qualifier) -> LintRemark {
    let path = open.paths.first { names.contains($0.first) }?.description ?? "role"
    return LintRemark(
      "`\(open)` does not forbid it for a user without `\(path)`"
    )
    .advising(
      "add `\(path) is null or …`, or grant the right in the value"
    )
  }
}

extension Rule {
  /// Whether it takes something away, as far as its text tells.
  var forbids: Bool {
    guard let narrowing = key.narrowing else { return false }
    switch narrowing {
    case .onlyToFalse, .onlyToTrue: return value.constant == narrowing.refusal
    case .onlyFewer, .onlyMore, .onlyConjunction: return value.constant?.isNull != true
    case .onlyFromNull, .never: return false
    }
  }
}
