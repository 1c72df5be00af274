import Qualifiers
import RuleEnvironment

/// A builder of explanations: it tries every rule for a key, also those after the winner, and notes the result of each.
///
/// ``Explanation`` holds the outcome.
struct Explainer {
  let query: RuleQuery
  /// The reason why another entity's scope is explained in place of the given one; `nil` if it is not.
  let note: String?
  private var model: RuleModel { query.model }
  private var values: EnvironmentValues { query.values }

  func explain(_ key: any AnyKey) -> Explanation {
    var contest = Contest(
      key: key,
      value: values.ruleValue(of: key),
      origin: values.origin(of: key)
    )
    var lost: [Explanation.Candidate] = []
    let compiled = model.compiled(key)
    let asking = values.answering(key)
    // What a user says of other keys is nothing that decides a permission.
    let answers = key.narrowing == nil ? nil : query.trustedAnswers(asking: [key])
    var watched = query
    watched.values = asking
    let trusted = compiled.map { watched.reader($0, trusted: answers) }
    let own = compiled.map { watched.ownReader($0, for: key) }
    for (rank, candidate) in (compiled?.candidates ?? []).enumerated() {
      guard let compiled, let reader = candidate.rule.layer.mayOnlyNarrow ? own : trusted
      else { break }
      let outcome = { compiled.outcomeIfHeld(at: rank, for: key, reader) }
      if let loss = loss(of: candidate, in: contest, reader, outcome) {
        lost.append(loss)
        if [.widens, .merged].contains(loss.loss), contest.narrowing == nil {
          contest.narrowing = candidate.rule
        }
      } else {
        contest.winner = candidate
        contest.outcome = outcome
        if candidate.readsNext { contest.next = compiled.next(after: rank, for: key, reader) }
      }
    }
    let name = model.vocabulary.name(of: key) ?? "?"
    let winner = contest.winner?.rule
    return Explanation(
      keyName: name,
      value: contest.value,
      origin: contest.origin,
      rule: winner,
      refusal: refusal(in: contest, winner?.layer.mayOnlyNarrow == true ? own : trusted) ?? note,
      candidates: lost,
      reads: readings([own, trusted].compactMap(\.self), asking)
        + (contest.next.map { [Explanation.Reading(path: PropertyPath("super"), value: $0)] } ?? []),
      declaration: model.declaration(of: name)
    )
  }

  /// The intermediate result of explaining a key: its value, the rule that won so far, and a rule that only narrows a
  /// permission.
  private struct Contest {
    let key: any AnyKey
    let value: Value
    let origin: ValueOrigin
    var winner: CompiledRules.Candidate?
    /// Computes the value of the winner.
    var outcome: (() -> CompiledRules.Candidate.Outcome?)?
    /// The answer of the next rule, if the winner reads it.
    var next: Value?
    /// The rule of those that may only narrow which is asked; it wins only where what it says is the answer.
    var narrowing: Rule?
  }

  /// Why the winner forbids, when its value is not to be made out.
  private func refusal(in contest: Contest, _ reader: RuleReader?) -> String? {
    guard let candidate = contest.winner, let outcome = contest.outcome, let reader else {
      return nil
    }
    let (winner, key) = (candidate.rule, contest.key)
    if winner.isDenial { return "the rule has a fault: this forbids" }
    switch outcome() {
    case .refused:
      let reason = FailedClause(reader: reader).reason(winner.condition)
      return (reason ?? missing(winner.value, of: winner.keyName, reader)) + ": this forbids"
    case .wrongType(let value, .some):
      return "\(value.summary) is not \(key.typeName): this forbids"
    case .value, .nowhere, .wrongType, nil: return nil
    }
  }

  /// Returns the paths that conditions and values read, followed by the keys that only closures read.
  private func readings(
    _ readers: [RuleReader],
    _ asking: EnvironmentValues
  ) -> [Explanation.Reading] {
    guard !readers.isEmpty else { return [] }
    var seen: Set<PropertyPath> = []
    let spelled = readers.reversed().flatMap(\.readings).filter { seen.insert($0.path).inserted }
      .map { Explanation.Reading(path: $0.path, value: $0.value) }
    let names = Set(spelled.map(\.path.first))
    let others = asking.keysRead.compactMap { key -> Explanation.Reading? in
      guard let name = model.vocabulary.name(of: key), !names.contains(name) else { return nil }
      return Explanation.Reading(
        path: PropertyPath(components: [name]),
        value: values.ruleValue(of: key)
      )
    }
    return spelled + others
  }

  /// Why a candidate lost; `nil` when it is the winner.
  private func loss(
    of candidate: CompiledRules.Candidate,
    in contest: Contest,
    _ reader: RuleReader,
    _ outcome: () -> CompiledRules.Candidate.Outcome?
  ) -> Explanation.Candidate? {
    let (rule, key) = (candidate.rule, contest.key)
    func lost(_ loss: Explanation.Loss, _ reason: String) -> Explanation.Candidate {
      let failed =
        loss == .condition ? rule.conjuncts.filter { $0.truth(with: reader) != .yes }.count : 0
      return Explanation.Candidate(rule: rule, loss: loss, reason: reason, failedParts: failed)
    }
    // A fault may decide where the condition does not hold.
    if let reason = FailedClause(reader: reader).reason(rule.condition), outcome() == nil {
      return lost(.condition, reason)
    }
    if contest.origin == .explicit { return lost(.explicit, "the program sets the key") }
    if let winner = contest.winner { return defeat(of: rule, by: winner.rule) }
    let first = contest.narrowing ?? rule
    if first !== rule, rule.layer.mayOnlyNarrow { return defeat(of: rule, by: first) }
    let found = outcome()
    guard let own = found?.answer else {
      if case .wrongType(let wrong, _) = found {
        return lost(.wrongType, "\(wrong.summary) is not \(key.typeName)")
      }
      return lost(.noValue, missing(rule.value, of: rule.keyName, reader))
    }
    if key.isPermission, rule.layer.mayOnlyNarrow, own != contest.value {
      return widens(own, key)
        ? lost(.widens, "the layer \(rule.layer.title) may only narrow `\(rule.keyName)`")
        : lost(.merged, "combined with the values of lower layers")
    }
    return nil
  }

  /// Whether `value` gives more than the layers that may say what they like.
  private func widens(_ value: Value, _ key: any AnyKey) -> Bool {
    let base = query.trustedAnswers().answer(key, in: values)
    let narrowed = key.narrowing?.narrow(base ?? key.defaultRuleValue, by: value)
    return narrowed?.isWidened ?? false
  }

  /// How the winner beats a rule whose condition holds too.
  private func defeat(of rule: Rule, by winner: Rule) -> Explanation.Candidate {
    let (loss, reason): (Explanation.Loss, String) =
      if rule.layer != winner.layer {
        (.lowerLayer, "\(rule.layer.title): a lower layer")
      } else if model.ruleOrder != .d2t, rule.precedence != winner.precedence {
        (.lowerPriority, "\(rule.precedence), not \(winner.precedence)")
      } else if rule.priority != winner.priority {
        (.lowerPriority, "a lower priority: \(rule.priority), not \(winner.priority)")
      } else if rule.specificity != winner.specificity {
        (.lessSpecific, "less specific: \(rule.specificity), not \(winner.specificity)")
      } else {
        (.laterInFile, "equal, but later than \(winner.file):\(winner.line)")
      }
    return Explanation.Candidate(rule: rule, loss: loss, reason: reason, failedParts: 0)
  }

  private func missing(_ value: Expression, of key: String, _ reader: RuleReader) -> String {
    let absent = Reads(value).allPaths.first { reader.value(at: $0) == nil }
    if absent?.first == key { return "`\(key)` needs itself" }
    return absent.map { "`\($0)` has no value" } ?? reader.fault?.message
      ?? "its value cannot be computed"
  }
}
