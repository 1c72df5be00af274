import Diagnostics
import Qualifiers
import RuleEnvironment

/// A rule that never answers, because another of its layer that is asked before it holds whenever it does.
///
/// Only rules with a constant value shadow others: a path may lead nowhere, and the next rule is asked.
enum ShadowedLint: RuleLint {
  static let id = "shadowed"
  static let summary =
    "A rule never answers, because another that holds whenever it does is asked before."

  private struct Domain: Hashable {
    let layer: Layer
    let slot: Int
    let conjuncts: Set<Qualifier>
  }

  static func findings(in model: RuleModel) -> [Diagnostic] {
    var best: [Domain: Rule] = [:]
    for rule in model.rules where rule.value.constant != nil {
      let domain = domain(of: rule, Set(rule.conjuncts))
      if best[domain].map(rule.precedes) ?? true { best[domain] = rule }
    }
    return model.rules.compactMap { rule -> Diagnostic? in
      guard let other = shadow(of: rule, in: best),
        other.value != rule.value || other.priority != rule.priority
          || Set(other.conjuncts) != Set(rule.conjuncts)
      else { return nil }
      return finding(
        rule,
        "this rule never answers: \(other.place) holds whenever it does and is asked before",
        suggestion: other.priority > rule.priority ? "raise its priority" : "take one of them out"
      )
    }
  }

  /// A rule asked before `rule` whose condition asks for a part of what this one asks for.
  private static func shadow(of rule: Rule, in best: [Domain: Rule]) -> Rule? {
    let conjuncts = rule.conjuncts
    guard conjuncts.count <= 8 else { return nil }
    for selection in 0..<(1 << conjuncts.count) {
      let part = conjuncts.indices.filter { selection & (1 << $0) != 0 }.map { conjuncts[$0] }
      if let other = best[domain(of: rule, Set(part))], other.precedes(rule) { return other }
    }
    return nil
  }

  private static func domain(of rule: Rule, _ conjuncts: Set<Qualifier>) -> Domain {
    Domain(layer: rule.layer, slot: rule.key.slot, conjuncts: conjuncts)
  }
}
