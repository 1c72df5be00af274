package import Qualifiers
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
    conceals: Concealment?,
    report: (Trouble) -> Void
  ) -> Value? {
    guard let compiled = compiled(key) else { return nil }
    let all = 0..<compiled.candidates.count
    guard compiled.restrictedCount > 0 || (hasNarrowingLayers && key.isPermission) else {
      return compiled.first(in: all, key, RuleReader(compiled, values, clock), report)?.value
    }
    let own = RuleReader(compiled, values, clock, conceals: conceals)
    let found = compiled.first(in: 0..<compiled.restrictedCount, key, own, report)
    guard let narrowing = key.narrowing else {
      if let found { return found.value }
      let others = compiled.restrictedCount..<all.upperBound
      return compiled.first(in: others, key, RuleReader(compiled, values, clock), report)?.value
    }
    let base = TrustedAnswers(self, clock, listener: values.resolver).answer(key, in: values)
    guard let found else { return base }
    let (value, isWidened) = narrowing.narrow(base ?? key.defaultRuleValue, by: found.value)
    if isWidened { report(.widened(found.rule)) }
    return value
  }

  /// What each layer says of `key` by itself, the highest first; layers that say nothing are left out.
  func layeredAnswers(
    _ key: any AnyKey,
    in values: EnvironmentValues,
    clock: any RuleClock,
    conceals: Concealment?
  ) -> [Value] {
    guard let compiled = compiled(key) else { return [] }
    let own = RuleReader(compiled, values, clock, conceals: conceals)
    let trusted = RuleReader(
      compiled,
      values,
      clock,
      trusted: TrustedAnswers(self, clock, asking: [key], listener: nil)
    )
    var answers: [Value] = []
    var start = 0
    while start < compiled.candidates.count {
      let layer = compiled.candidates[start].rule.layer
      let end =
        compiled.candidates[start...].firstIndex { $0.rule.layer != layer }
        ?? compiled.candidates.count
      let reader = layer.mayOnlyNarrow ? own : trusted
      if let found = compiled.first(in: start..<end, key, reader, { _ in }) {
        answers.append(found.value)
      }
      start = end
    }
    return answers
  }

  /// Every value that some rule whose condition holds gives for `key`, each once, the winner's first.
  func allAnswers(
    _ key: any AnyKey,
    in values: EnvironmentValues,
    clock: any RuleClock,
    conceals: Concealment?
  ) -> [Value] {
    guard let compiled = compiled(key) else { return [] }
    let trusted = RuleReader(compiled, values, clock)
    let own = RuleReader(compiled, values, clock, conceals: conceals)
    var answers: [Value] = []
    for candidate in compiled.candidates {
      let reader = candidate.rule.layer.mayOnlyNarrow ? own : trusted
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
      guard rank >= ranks.lowerBound, candidate.condition.truth(reader) == .yes else { continue }
      let outcome = candidate.outcome(for: key, reader)
      if case .wrongType(let value, _) = outcome { report(.wrongType(candidate.rule, value)) }
      if let value = outcome.answer { return (value, candidate.rule) }
    }
    return nil
  }
}

extension CompiledRules.Candidate {
  /// What a rule says whose condition holds.
  enum Outcome {
    case value(Value)
    /// Its value leads nowhere: the next rule is asked.
    case nowhere
    /// The same, but it was to say who may do what, and what it asks for is missing: nobody may.
    case refused(Value)
    /// Its value is none of the key's; with the answer that counts instead, if it was to say who may do what.
    case wrongType(Value, refused: Value?)

    /// The answer, if there is one.
    var answer: Value? {
      switch self {
      case .value(let value), .refused(let value): value
      case .wrongType(_, let refused): refused
      case .nowhere: nil
      }
    }
  }

  /// What the rule says, once its condition holds.
  func outcome(for key: any AnyKey, _ reader: RuleReader) -> Outcome {
    guard let found = value.value(reader) else {
      guard let refused = key.narrowing?.refusal, reader.misses(rule.value) else { return .nowhere }
      return .refused(refused)
    }
    if key.accepts(found) { return .value(found) }
    // A key of another language that no rule here sets gives null, and that leads nowhere.
    if found.isNull, rule.origin != nil { return .nowhere }
    return .wrongType(found, refused: key.narrowing?.refusal)
  }
}

extension RuleReader {
  /// Whether the expression reads something of what is there, and that has it not: `user.department` of a user without
  /// one, but not `object.owner` where there is no object.
  fileprivate func misses(_ value: Expression) -> Bool {
    (value.paths + value.variables).contains { path in
      path.components.count > 1 && self.value(at: path) == nil && isThere(path)
    }
  }
}

extension AnyKey {
  /// Whether the value is of the key's type and, where those are counted, an allowed one.
  package func accepts(_ value: Value) -> Bool {
    guard decode(value) != nil else { return false }
    guard !allowedValues.isEmpty, case .string = value else { return true }
    return allowedValues.contains(value)
  }
}
