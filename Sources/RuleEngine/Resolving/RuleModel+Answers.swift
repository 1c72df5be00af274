import Qualifiers
import RuleEnvironment

extension RuleModel {
  /// What can go wrong while a key is answered.
  enum Trouble {
    /// A rule gave a value that is none of the key's.
    case wrongType(Rule, Value)
    /// A rule of a layer that may only narrow tried to widen.
    case widened(Rule)
  }

  /// The answer for `key`; `nil` when no rule answers.
  func answer(
    _ key: any AnyKey,
    in values: EnvironmentValues,
    clock: any RuleClock,
    report: (Trouble) -> Void
  ) -> Value? {
    guard let compiled = compiled(key) else { return nil }
    let reader = RuleReader(compiled, values, clock)
    guard let narrowing = key.narrowing, hasNarrowingLayers else {
      return compiled.first(in: 0..<compiled.candidates.count, key, reader, report)?.value
    }
    let restricted = 0..<compiled.restrictedCount
    let base = TrustedAnswers(self, clock, listener: values.resolver).answer(key, in: values)
    guard let found = compiled.first(in: restricted, key, reader, report) else { return base }
    let (value, isWidened) = narrowing.narrow(base ?? key.defaultRuleValue, by: found.value)
    if isWidened { report(.widened(found.rule)) }
    return value
  }

  /// Every value that some rule whose condition holds gives for `key`, each once, the winner's first.
  func allAnswers(_ key: any AnyKey, in values: EnvironmentValues, clock: any RuleClock) -> [Value]
  {
    guard let compiled = compiled(key) else { return [] }
    let reader = RuleReader(compiled, values, clock)
    var answers: [Value] = []
    for candidate in compiled.candidates {
      guard candidate.condition.truth(reader) == .yes,
        let value = candidate.value.value(reader), key.accepts(value), !answers.contains(value)
      else { continue }
      answers.append(value)
    }
    return answers
  }
}

extension CompiledRules {
  /// The first candidate of `ranks` whose condition holds and whose value is there and of the key's type.
  func first(
    in ranks: Range<Int>,
    _ key: any AnyKey,
    _ reader: RuleReader,
    _ report: (RuleModel.Trouble) -> Void
  ) -> (value: Value, rule: Rule)? {
    var cursor = CandidateCursor(index, count: ranks.upperBound)
    while let rank = cursor.advance(reader), rank < ranks.upperBound {
      let candidate = candidates[rank]
      guard rank >= ranks.lowerBound, candidate.condition.truth(reader) == .yes,
        let value = candidate.value.value(reader)
      else { continue }
      if key.accepts(value) { return (value, candidate.rule) }
      // A key of Direct to Web that no rule here sets gives null, and that leads nowhere.
      if value.isNull, candidate.rule.directToWeb != nil { continue }
      report(.wrongType(candidate.rule, value))
    }
    return nil
  }
}

extension AnyKey {
  /// Whether the value is of the key's type and, where those are counted, an allowed one.
  func accepts(_ value: Value) -> Bool {
    guard decode(value) != nil else { return false }
    guard !allowedValues.isEmpty, case .string = value else { return true }
    return allowedValues.contains(value)
  }
}
