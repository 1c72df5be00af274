package import Qualifiers
package import RuleEnvironment

/// Why a key has its value in one scope: the rule that answers it, the rules that lost and what was read.
package struct Explanation: Sendable {
  /// A rule for the explained key that did not give the answer, with the reason why it lost.
  package struct Candidate: Sendable {
    /// The rule.
    package let rule: Rule
    /// Why it lost.
    package let loss: Loss
    /// The loss in words: `propertyKey is 'length', not 'rate'`.
    package internal(set) var reason: String
    /// How many parts of its condition do not hold: the fewer, the nearer it was.
    package internal(set) var failedParts: Int
  }

  /// The category of the reason why a rule did not answer, such as a false condition or a lower priority.
  ///
  /// The raw value appears in the JSON form of an explanation.
  package enum Loss: String, Sendable, Hashable {
    /// Its condition does not hold.
    case condition
    /// Its condition holds, but its value leads nowhere.
    case noValue
    /// Its value is none of the key's.
    case wrongType
    /// Its layer may narrow a permission, and this would widen it.
    case widens
    /// Combined with the answer of lower layers to narrow a permission; no single rule answers.
    case merged
    case lowerLayer, lowerPriority, lessSpecific, laterInFile
    /// The key is set by the program, so that no rule is asked.
    case explicit
  }

  /// A key path that the rules read while a key was explained, with the value found there.
  package struct Reading: Sendable {
    /// The key path.
    package let path: PropertyPath
    /// The value read; `nil` when the path has none.
    package internal(set) var value: Value?
  }

  /// The key.
  package let keyName: String
  /// Its value.
  package internal(set) var value: Value
  /// The origin of the value: set by the program, a rule or the default.
  package let origin: ValueOrigin
  /// The rule that answers; `nil` unless the origin is a rule.
  package let rule: Rule?
  /// Why the rule that answers forbids without saying so: its value reads a key that has no value, or it is about an entity
  /// above.
  package internal(set) var refusal: String?
  /// Whether the rule that answers reads what the user may not see.
  package internal(set) var readsHidden = false
  /// The rules that lost, in the order in which they are asked.
  package internal(set) var candidates: [Candidate]
  /// The values read to find the answer, one for each path.
  package internal(set) var reads: [Reading]
  /// The declaration of the key in a rule file; `nil` for built-in keys.
  package let declaration: KeyDeclaration?
}

extension Explanation {
  /// Returns the explanation without the values at paths that the user may not see.
  ///
  /// Parameter `isHidden`: Returns whether a path is hidden from the user.
  package func concealing(_ isHidden: (PropertyPath) -> Bool) -> Explanation {
    func conceals(_ rule: Rule) -> Bool {
      (rule.condition.paths + rule.value.paths).contains(where: isHidden)
    }
    var copy = self
    if isHidden(PropertyPath(components: [keyName])) { copy.value = .string("not shown") }
    copy.readsHidden = rule.map(conceals) == true
    if refusal != nil, copy.readsHidden { copy.refusal = Self.concealed }
    for index in candidates.indices
    where [.condition, .wrongType].contains(candidates[index].loss)
      && conceals(candidates[index].rule)
    {
      copy.candidates[index].reason = Self.concealed
      // How near it was would tell what the rest of it found.
      copy.candidates[index].failedParts = candidates[index].rule.conjuncts.count
    }
    for index in reads.indices where reads[index].value != nil && isHidden(reads[index].path) {
      copy.reads[index].value = .string("not shown")
    }
    return copy
  }

  private static let concealed = "it reads a hidden value"
}

extension RuleResolver {
  /// Why `key` has its value in `values`.
  package func explain(_ key: any AnyKey, in values: EnvironmentValues) -> Explanation {
    let place = values.isExplicit(key) ? nil : prohibition(by: key, in: values)
    let note = place.flatMap { $0.note.isEmpty ? nil : $0.note }
    return Explainer(query: query(in: place?.values ?? values), note: note).explain(key)
  }

  /// Why the key called `name` has its value; `nil` when there is no such key.
  package func explain(_ name: String, in values: EnvironmentValues) -> Explanation? {
    model.vocabulary[name].map { explain($0, in: values) }
  }
}
