import Diagnostics

/// A lint for rules that never answer, because rules of their layer with weaker conditions are tried before them.
///
/// Overriding a lower layer is no fault. Only certain cases are reported: the rules before it have constant values, and one of
/// them holds whenever this one does.
enum UnreachableLint: RuleLint {
  static let id = "unreachable"
  static let summary =
    "A rule never answers, because others of its layer that hold whenever it does are asked before."

  static func judge(_ model: LintedModel, _ report: LintReport) {
    for rule in model.rules {
      let covers = model.covers(of: rule)
      guard let other = covers.first, covers.count > 1 || !other.hasSameCondition(as: rule) else {
        continue
      }
      report(rule.rule, .warning) { remark(rule.rule, covers.map(\.rule)) }
    }
  }

  private static func remark(_ rule: Rule, _ covers: [Rule]) -> LintRemark {
    var places: [String] = []
    for cover in covers where !places.contains(cover.place) { places.append(cover.place) }
    let isOutranked = covers.contains { $0.precedence > rule.precedence }
    let verb =
      places.count == 1
      ? "always holds with it and is" : "always hold with it and are"
    return LintRemark(
      "this rule never answers: \(places.joined(separator: " and ")) \(verb) asked before"
    )
    .advising(isOutranked ? "raise its priority" : "remove it")
  }
}
