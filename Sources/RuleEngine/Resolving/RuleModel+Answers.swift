import Qualifiers
import RuleEnvironment

extension RuleModel {
  /// A value with the candidate that gave it.
  struct Found {
    let value: Value
    let candidate: Candidate
  }

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
    report: (Trouble) -> Void,
    cycle: ([any AnyKey]) -> Void
  ) -> Value? {
    let candidates = candidates(for: key)
    guard !candidates.isEmpty else { return nil }
    let reader = RuleReader(paths, values, clock, readsNow: readsNow(key))
    guard let narrowing = key.narrowing, hasNarrowingLayers else {
      return first(of: candidates, in: candidates.indices, key, reader, report)?.value
    }
    let restricted = candidates.firstIndex { !$0.rule.layer.mayOnlyNarrow } ?? candidates.count
    let base = trustedAnswer(key, in: values, clock: clock, asking: [], cycle: cycle)
    guard let found = first(of: candidates, in: 0..<restricted, key, reader, report) else {
      return base
    }
    let (value, isWidened) = narrowing.narrow(base ?? key.defaultRuleValue, by: found.value)
    if isWidened { report(.widened(found.candidate.rule)) }
    return value
  }

  /// The first candidate whose condition holds and whose value is there and of the key's type.
  private func first(
    of candidates: [Candidate],
    in ranks: Range<Int>,
    _ key: any AnyKey,
    _ reader: RuleReader,
    _ report: (Trouble) -> Void
  ) -> Found? {
    var cursor = CandidateCursor(index(for: key), count: ranks.upperBound)
    while let rank = cursor.advance(reader), rank < ranks.upperBound {
      let candidate = candidates[rank]
      guard rank >= ranks.lowerBound, candidate.condition.truth(reader) == .yes,
        let value = candidate.value.value(reader)
      else { continue }
      if key.accepts(value) { return Found(value: value, candidate: candidate) }
      report(.wrongType(candidate.rule, value))
    }
    return nil
  }

  /// The answer for a permission by the layers that may say what they like; all that is read on the way is answered by
  /// those layers too, so that no rule of the user's can widen a permission through another key.
  private func trustedAnswer(
    _ key: any AnyKey,
    in values: EnvironmentValues,
    clock: any RuleClock,
    asking outer: [any AnyKey],
    cycle: ([any AnyKey]) -> Void
  ) -> Value? {
    if let start = outer.firstIndex(where: { $0 === key }) {
      cycle(outer[start...] + [key])
      return nil
    }
    return withoutActuallyEscaping(cycle) { cycle in
      let reader = RuleReader(paths, values, clock, readsNow: readsNow(key)) { other in
        let answer = self.trustedAnswer(
          other,
          in: values,
          clock: clock,
          asking: outer + [key],
          cycle: cycle
        )
        return answer ?? other.defaultRuleValue
      }
      let candidates = self.candidates(for: key)
      let trusted = candidates.firstIndex { !$0.rule.layer.mayOnlyNarrow } ?? candidates.count
      return self.first(of: candidates, in: trusted..<candidates.count, key, reader) { _ in }?.value
    }
  }

  /// Every value that some rule whose condition holds gives for `key`, each once, the winner's first.
  func allAnswers(_ key: any AnyKey, in values: EnvironmentValues, clock: any RuleClock) -> [Value]
  {
    let reader = RuleReader(paths, values, clock)
    var answers: [Value] = []
    for candidate in candidates(for: key) {
      guard candidate.condition.truth(reader) == .yes,
        let value = candidate.value.value(reader), key.accepts(value), !answers.contains(value)
      else { continue }
      answers.append(value)
    }
    return answers
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
