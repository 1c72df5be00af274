import RuleEnvironment

/// The inputs for answering keys in one scope: the rule model, the clock, the scope's values and the paths to conceal.
///
/// ``RuleResolver`` makes one, for answers and for explanations.
struct RuleQuery {
  let model: RuleModel
  let clock: any RuleClock
  var values: EnvironmentValues
  /// The predicate for paths that the user's own rules may not read.
  let conceals: Concealment?

  /// Reads for rules of layers that may say what they like.
  func reader(_ rules: CompiledRules, trusted: TrustedAnswers? = nil) -> RuleReader {
    RuleReader(rules, values, clock: clock, trusted: trusted)
  }

  /// Reads for rules of layers that may only narrow; below them the others answer.
  func ownReader(_ rules: CompiledRules, for key: any AnyKey) -> RuleReader {
    RuleReader(rules, values, clock: clock, conceals: conceals) {
      guard key.narrowing == nil else {
        return trustedAnswers(listener: values.resolver).answer(key, in: values)
      }
      let others = rules.restrictedCount..<rules.candidates.count
      return rules.first(in: others, for: key, reader(rules)) { _ in }?.value
    }
  }

  /// The answers of layers that may say what they like.
  func trustedAnswers(
    asking: [any AnyKey] = [],
    listener: (any EnvironmentResolver)? = nil
  ) -> TrustedAnswers {
    TrustedAnswers(model, clock, asking: asking, listener: listener)
  }
}
