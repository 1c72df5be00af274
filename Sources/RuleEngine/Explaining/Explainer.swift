import Qualifiers
import RuleEnvironment

/// Asks every candidate of a key, also those behind the winner, and notes what became of it.
struct Explainer {
  let model: RuleModel
  let clock: any RuleClock
  let values: EnvironmentValues
  let conceals: Concealment?
  /// What is said of the place that is looked at instead of the one below it.
  let note: String?

  func explain(_ key: any AnyKey) -> Explanation {
    let value = values.ruleValue(of: key)
    let origin = values.origin(of: key)
    var winner: Rule?
    // The rule of those that may only narrow which is asked; it wins only where what it says is the answer.
    var narrowing: Rule?
    var lost: [Explanation.Candidate] = []
    let compiled = model.compiled(key)
    let asking = values.answering(key)
    // What a user says of other keys is nothing that decides a permission.
    let answers =
      key.narrowing == nil ? nil : TrustedAnswers(model, clock, asking: [key], listener: nil)
    let trusted = compiled.map { RuleReader($0, asking, clock, trusted: answers) }
    let own = compiled.map { RuleReader($0, asking, clock, conceals: conceals) }
    for candidate in compiled?.candidates ?? [] {
      guard let reader = candidate.rule.layer.mayOnlyNarrow ? own : trusted else { break }
      if let loss = loss(of: candidate, key, value, origin, winner, narrowing, reader) {
        lost.append(loss)
        if [.widens, .merged].contains(loss.loss) { narrowing = narrowing ?? candidate.rule }
      } else {
        winner = candidate.rule
      }
    }
    let name = model.vocabulary.name(of: key) ?? "?"
    return Explanation(
      keyName: name,
      value: value,
      origin: origin,
      rule: winner,
      refusal: refusal(compiled, winner, key, winner?.layer.mayOnlyNarrow == true ? own : trusted)
        ?? note,
      candidates: lost,
      reads: readings([own, trusted].compactMap(\.self), asking),
      declaration: model.declaration(of: name)
    )
  }

  /// Why the winner forbids, when its value is not to be made out.
  private func refusal(
    _ compiled: CompiledRules?,
    _ winner: Rule?,
    _ key: any AnyKey,
    _ reader: RuleReader?
  ) -> String? {
    guard let winner, let reader,
      let candidate = compiled?.candidates.first(where: { $0.rule === winner })
    else { return nil }
    if winner.isDenial { return "the rule has a fault: this permits nothing" }
    switch candidate.outcome(for: key, reader) {
    case .refused:
      return missing(winner.value, of: winner.keyName, reader) + ": this permits nothing"
    case .wrongType(let value, .some):
      return "\(value.summary) is not \(key.typeName): this permits nothing"
    case .value, .nowhere, .wrongType: return nil
    }
  }

  /// What conditions and values read, and behind it the keys that only closures read.
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
    _ key: any AnyKey,
    _ value: Value,
    _ origin: ValueOrigin,
    _ winner: Rule?,
    _ narrowing: Rule?,
    _ reader: RuleReader
  ) -> Explanation.Candidate? {
    let rule = candidate.rule
    func lost(_ loss: Explanation.Loss, _ reason: String) -> Explanation.Candidate {
      let failed =
        loss == .condition ? rule.conjuncts.filter { $0.truth(with: reader) != .yes }.count : 0
      return Explanation.Candidate(rule: rule, loss: loss, reason: reason, failedParts: failed)
    }
    if let reason = FailedClause(reader: reader).reason(rule.condition) {
      return lost(.condition, reason)
    }
    if origin == .explicit { return lost(.explicit, "the program sets the key") }
    if let winner { return defeat(of: rule, by: winner) }
    let first = narrowing ?? rule
    if first !== rule, rule.layer.mayOnlyNarrow { return defeat(of: rule, by: first) }
    let outcome = candidate.outcome(for: key, reader)
    guard let own = outcome.answer else {
      if case .wrongType(let wrong, _) = outcome {
        return lost(.wrongType, "\(wrong.summary) is not \(key.typeName)")
      }
      return lost(.noValue, missing(rule.value, of: rule.keyName, reader))
    }
    if key.isPermission, rule.layer.mayOnlyNarrow, own != value {
      return widens(own, key)
        ? lost(.widens, "the layer \(rule.layer.title) may narrow `\(rule.keyName)` only")
        : lost(.merged, "taken together with what the layers below say")
    }
    return nil
  }

  /// Whether `value` gives more than the layers that may say what they like.
  private func widens(_ value: Value, _ key: any AnyKey) -> Bool {
    let base = TrustedAnswers(model, clock, listener: nil).answer(key, in: values)
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
    let absent = (value.paths + value.variables).first { reader.value(at: $0) == nil }
    if absent?.first == key { return "`\(key)` is being asked already" }
    return absent.map { "`\($0)` does not answer" } ?? "its value cannot be computed"
  }
}
