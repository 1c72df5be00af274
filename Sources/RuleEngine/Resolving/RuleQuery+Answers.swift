package import Qualifiers
import RuleEnvironment

extension RuleQuery {
  /// A fault in a rule that shows while it answers a key: a value of the wrong type, or an attempt to widen a permission.
  ///
  /// `RuleResolver` turns it into a diagnostic.
  enum AnswerProblem {
    /// A rule gave a value that is none of the key's.
    case wrongType(Rule, Value)
    /// A rule of a layer that may only narrow tried to widen.
    case widened(Rule)
  }

  /// The answer for `key`; `nil` when no rule answers.
  func answer(_ key: any AnyKey, report: (AnswerProblem) -> Void) -> Value? {
    guard let compiled = model.compiled(key) else { return nil }
    let (own, all) = (0..<compiled.restrictedCount, 0..<compiled.candidates.count)
    guard !own.isEmpty || (model.hasNarrowingLayers && key.isPermission) else {
      return compiled.first(in: all, for: key, reader(compiled), report)?.value
    }
    let found = compiled.first(in: own, for: key, ownReader(compiled, for: key), report)
    guard let narrowing = key.narrowing else {
      if let found { return found.value }
      let others = own.upperBound..<all.upperBound
      return compiled.first(in: others, for: key, reader(compiled), report)?.value
    }
    let base = trustedAnswers(listener: values.resolver).answer(key, in: values)
    guard let found else { return base }
    let (value, isWidened) = narrowing.narrow(base ?? key.defaultRuleValue, by: found.value)
    if isWidened { report(.widened(found.rule)) }
    return value
  }

  /// Returns each layer's own answer for `key`, highest layer first; layers without an answer are left out.
  func layeredAnswers(_ key: any AnyKey) -> [Value] {
    guard let compiled = model.compiled(key) else { return [] }
    let own = ownReader(compiled, for: key)
    let trusted = reader(compiled, trusted: trustedAnswers(asking: [key]))
    var answers: [Value] = []
    var start = 0
    while start < compiled.candidates.count {
      let layer = compiled.candidates[start].rule.layer
      let end =
        compiled.candidates[start...].firstIndex { $0.rule.layer != layer }
        ?? compiled.candidates.count
      let reader = layer.mayOnlyNarrow ? own : trusted
      if let found = compiled.first(in: start..<end, for: key, reader, { _ in }) {
        answers.append(found.value)
      }
      start = end
    }
    return answers
  }
}

extension CompiledRules {
  /// The first candidate of `ranks` whose condition holds and whose value is there and of the key's type.
  func first(
    in ranks: Range<Int>,
    for key: any AnyKey,
    _ reader: RuleReader,
    _ report: (RuleQuery.AnswerProblem) -> Void
  ) -> (value: Value, rule: Rule)? {
    var cursor = CandidateCursor(index, count: ranks.upperBound)
    while let rank = cursor.advance(reader), rank < ranks.upperBound {
      guard rank >= ranks.lowerBound, let outcome = outcomeIfHeld(at: rank, for: key, reader)
      else { continue }
      let rule = candidates[rank].rule
      if case .wrongType(let value, _) = outcome { report(.wrongType(rule, value)) }
      if let value = outcome.answer { return (value, rule) }
    }
    return nil
  }
}

extension CompiledRules {
  /// Returns the result of the rule at `rank`; `nil` when its condition does not hold.
  ///
  /// A permission is denied where a fault leaves open whether it holds.
  func outcomeIfHeld(at rank: Int, for key: any AnyKey, _ reader: RuleReader) -> Candidate.Outcome?
  {
    reader.fault = nil
    switch candidates[rank].condition.truth(reader) {
    case .yes: return outcome(at: rank, for: key, reader)
    case .no, .unknown: return nil
    case .unanswered: return reader.fault == nil ? nil : key.narrowing?.refusal.map { .refused($0) }
    }
  }

  /// Returns the result of the rule at `rank`; call it only when its condition holds.
  func outcome(at rank: Int, for key: any AnyKey, _ reader: RuleReader) -> Candidate.Outcome {
    let candidate = candidates[rank]
    guard candidate.readsNext else { return candidate.outcome(for: key, reader) }
    return reader.computing(before: { self.next(after: rank, for: key, reader) }) {
      candidate.outcome(for: key, reader)
    }
  }

  /// The answer of the rules after the one at `rank`; the key's default when none answers.
  func next(after rank: Int, for key: any AnyKey, _ reader: RuleReader) -> Value {
    let end = reader.below == nil ? candidates.count : restrictedCount
    return first(in: rank + 1..<end, for: key, reader) { _ in }?.value ?? reader.below?()
      ?? key.defaultRuleValue
  }
}

extension CompiledRules.Candidate {
  /// The result of evaluating the value of a rule whose condition holds: an answer, no value, a denied permission or a wrong
  /// type.
  enum Outcome {
    case value(Value)
    /// Its value leads nowhere: the next rule is asked.
    case nowhere
    /// The value of a permission rule is missing: the permission is denied.
    case refused(Value)
    /// Its value is none of the key's; with the answer that counts instead, if the key is a permission.
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

  /// Returns the result of a rule that does not read the answer of the next one; call it only when the condition holds.
  func outcome(for key: any AnyKey, _ reader: RuleReader) -> Outcome {
    reader.fault = nil
    guard let found = value.value(reader) else {
      let isFault = reader.fault != nil
      guard let refused = key.refusal, key.picksObjects || isFault || reader.misses(rule.value)
      else { return .nowhere }
      return .refused(refused)
    }
    if rule.isDenial || key.accepts(found) { return .value(found) }
    // A key of another language that no rule here sets gives null, and that leads nowhere.
    if found.isNull, rule.origin != nil { return .nowhere }
    return .wrongType(found, refused: key.refusal)
  }
}

extension RuleReader {
  /// Whether the expression reads something of what is there, and that has it not: `user.department` of a user without
  /// one, but not `object.owner` where there is no object.
  ///
  /// The values that a closure misses are not known, so it counts.
  fileprivate func misses(_ value: Expression) -> Bool {
    let reads = Reads(value)
    return reads.runsClosure
      || reads.allPaths.contains { path in
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
