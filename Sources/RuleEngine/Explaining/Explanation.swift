public import Qualifiers
public import RuleEnvironment

/// Why a key has its value in one scope: the rule that answers it, the rules that lost and what was read.
public struct Explanation: Sendable {
  /// A rule that did not answer.
  public struct Candidate: Sendable {
    /// The rule.
    public let rule: Rule
    /// Why it lost.
    public let loss: Loss
    /// The same in words: `propertyKey is 'length', not 'rate'`.
    public let reason: String
    /// How many parts of its condition do not hold: the fewer, the nearer it was.
    public let failedParts: Int
  }

  /// Why a rule did not answer.
  public enum Loss: String, Sendable, Hashable {
    /// Its condition does not hold.
    case condition
    /// Its condition holds, but its value leads nowhere.
    case noValue
    /// Its value is none of the key's.
    case wrongType
    /// Its layer may narrow a permission, and this would widen it.
    case widens
    /// It narrows a permission together with what the layers below say; neither answers alone.
    case merged
    case lowerLayer, lowerPriority, lessSpecific, laterInFile
    /// The key is set by the program, so that no rule is asked.
    case explicit
  }

  /// Something that conditions and values read.
  public struct Reading: Sendable {
    /// The key path.
    public let path: PropertyPath
    /// What was there; `nil` when the path led nowhere.
    public let value: Value?
  }

  /// The key.
  public let keyName: String
  /// Its value.
  public let value: Value
  /// Where the value comes from.
  public let origin: ValueOrigin
  /// The rule that answers; `nil` unless the origin is a rule.
  public let rule: Rule?
  /// Why the rule that answers forbids without saying so: its value asks for what is not there, or it is about an entity
  /// above.
  public let refusal: String?
  /// The rules that lost, in the order in which they are asked.
  public let candidates: [Candidate]
  /// What was read to find out, each path once.
  public let reads: [Reading]
  /// Where a rule file declares the key; `nil` for the keys of the program.
  package let declaration: KeyDeclaration?
}

extension Explanation {
  /// The same without the values at paths that whoever reads it may not see.
  package func concealing(_ isHidden: (PropertyPath) -> Bool) -> Explanation {
    func conceals(_ rule: Rule) -> Bool {
      (rule.condition.paths + rule.value.paths).contains(where: isHidden)
    }
    return Explanation(
      keyName: keyName,
      value: isHidden(PropertyPath(components: [keyName])) ? .string("not shown") : value,
      origin: origin,
      rule: rule,
      refusal: refusal.map { rule.map(conceals) == true ? "it looks at what is not shown" : $0 },
      candidates: candidates.map { candidate in
        guard [.condition, .wrongType].contains(candidate.loss), conceals(candidate.rule) else {
          return candidate
        }
        let reason = "it looks at what is not shown"
        return Candidate(
          rule: candidate.rule,
          loss: candidate.loss,
          reason: reason,
          // How near it was would tell what the rest of it found.
          failedParts: candidate.rule.conjuncts.count
        )
      },
      reads: reads.map { reading in
        guard reading.value != nil, isHidden(reading.path) else { return reading }
        return Reading(path: reading.path, value: .string("not shown"))
      },
      declaration: declaration
    )
  }
}

extension RuleResolver {
  /// Why `key` has its value in `values`.
  public func explain(_ key: any AnyKey, in values: EnvironmentValues) -> Explanation {
    let place = values.isExplicit(key) ? nil : prohibition(by: key, in: values)
    let note = place.flatMap { $0.note.isEmpty ? nil : $0.note }
    return Explainer(
      model: model,
      clock: clock,
      values: place?.values ?? values,
      conceals: concealment,
      note: note
    ).explain(key)
  }

  /// Why the key called `name` has its value; `nil` when there is no such key.
  public func explain(_ name: String, in values: EnvironmentValues) -> Explanation? {
    model.vocabulary[name].map { explain($0, in: values) }
  }
}
