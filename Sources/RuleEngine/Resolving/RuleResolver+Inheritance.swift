package import Qualifiers
package import RuleEnvironment

/// The environment in which rules are asked about a parent entity, or a subentity in the same table, for prohibitions.
///
/// Prohibitions there hold for the entity at hand too. Access control makes it, with a note for explanations and,
/// for a subentity, the condition for its rows.
package struct InheritedScope: Sendable {
  /// The place.
  package let values: EnvironmentValues
  /// Why it counts, for people.
  package let note: String
  /// The condition for the rows to which the place applies when no object is given; `nil` for all rows.
  package let rows: Qualifier?
  /// Whether a condition about properties that the object at hand has not counts as held: it is not all there.
  package let isPartial: Bool

  /// A place, and why it counts.
  package init(
    _ values: EnvironmentValues,
    note: String,
    rows: Qualifier? = nil,
    isPartial: Bool = false
  ) {
    (self.values, self.note, self.rows, self.isPartial) = (values, note, rows, isPartial)
  }
}

/// The places that a place is too when a key is asked there, the nearest first.
package typealias Inheritance = @Sendable (any AnyKey, EnvironmentValues) -> [InheritedScope]

extension RuleResolver {
  /// Returns the first place whose rules deny the permission `key`: the given place or one it inherits from; else `nil`.
  ///
  /// Parameter `trusted`: Whether to ignore the user's own rules.
  func prohibition(
    by key: any AnyKey,
    in values: EnvironmentValues,
    trusted: Bool = false
  ) -> InheritedScope? {
    guard let inheritance, let refusal = key.narrowing?.refusal, case .bool = refusal,
      let rules = model.compiled(key), rules.writtenCount > 0
    else { return nil }
    let places = [InheritedScope(values, note: "")] + inheritance(key, values)
    return places.first { place in
      guard place.rows == nil else { return false }
      let query = query(in: place.values)
      let own = query.ownReader(rules, for: key)
      let others = query.reader(rules, trusted: query.trustedAnswers(asking: [key]))
      let (first, last) = (rules.restrictedCount, rules.writtenCount)
      return rules.first(in: first..<last, for: key, others) { _ in }?.value == refusal
        || !trusted && rules.first(in: 0..<first, for: key, own) { _ in }?.value == refusal
        || place.isPartial
          && (first..<last).contains { rank in
            let candidate = rules.candidates[rank]
            return candidate.condition.truth(others) == .unanswered && candidate.rule.readsObject
              && rules.outcome(at: rank, for: key, others).answer == refusal
          }
    }
  }

  /// Returns the answer for `key`, or its refusal if a rule at the place or an inherited place denies it.
  func inherited(
    _ answer: Value?,
    of key: any AnyKey,
    in values: EnvironmentValues,
    trusted: Bool = false
  ) -> Value? {
    guard inheritance != nil, let refusal = key.narrowing?.refusal, answer != refusal,
      prohibition(by: key, in: values, trusted: trusted) != nil
    else { return answer }
    return refusal
  }
}

extension Rule {
  /// Whether its condition looks at a property of the object.
  fileprivate var readsObject: Bool {
    condition.paths.contains { $0.first == RuleSchema.objectKey && $0.components.count > 1 }
  }
}
