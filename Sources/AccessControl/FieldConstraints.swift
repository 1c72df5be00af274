import EntityModel
package import Qualifiers
import RuleEngine
package import RuleEnvironment
import StandardKeys

/// The constraints that rules place on a property's value: validation, required, allowed values and length.
///
/// Rules of the user's own may add constraints but never remove those of other layers.
package nonisolated struct FieldConstraints {
  private let property: EnvironmentValues
  private let resolver: RuleResolver?

  /// Creates the constraints for the property of a scope.
  package init(at property: EnvironmentValues) {
    self.property = property
    resolver = property.resolver as? RuleResolver
  }

  /// The keys that demand something.
  package static let keys: [any AnyKey] = {
    let keys = EditingKeys.shared
    return [
      keys.validation, keys.isMandatory, keys.choices, keys.allowsOtherValues,
      EditingKeys.shared.length,
    ]
  }()

  /// Returns why the property's value is invalid, as a message; `nil` when it is valid.
  ///
  /// An entered value is checked against every constraint. A value that was there before is checked only by validation rules
  /// and for being required. Values that are hidden and were not entered are not checked.
  package func problem(isEntered: Bool, isDisplayed: Bool) -> String? {
    guard isEntered || property.withStoredValues[PermissionKeys.shared.isPropertyVisible] else {
      return nil
    }
    if let message = validation { return message }
    let value = property[ModelKeys.shared.propertyValue]
    if isEntered, let message = lengthProblem(with: value) ?? choiceProblem(with: value) {
      return message
    }
    guard isMandatory(isDisplayed: isDisplayed),
      isEntered || property[ModelKeys.shared.attribute]?.definition.hasDefault != true,
      property[ModelKeys.shared.relationship] == nil, value.isNull
    else { return nil }
    return "needs a value"
  }

  /// The first message that a validation rule of any layer gives for the value; `nil` when it is valid.
  package var validation: String? {
    let key = EditingKeys.shared.validation
    if let message = property[key] { return message }
    return resolver?.layeredAnswers(key, in: property).lazy.compactMap(\.string).first
  }

  /// Whether somebody says that a value is needed; of what no page shows only rules that somebody wrote count.
  package func isMandatory(isDisplayed: Bool) -> Bool {
    guard isDisplayed else { return isMandatoryEverywhere }
    let key = EditingKeys.shared.isMandatory
    return property[key] || resolver?.trustedAnswer(key, in: property) == .bool(true)
  }

  /// Whether a rule that somebody wrote says so, which holds where the property is on no page too.
  private var isMandatoryEverywhere: Bool {
    let key = EditingKeys.shared.isMandatory
    guard let rule = resolver?.trustedRule(key, in: property), rule.layer > .derived else {
      return false
    }
    return resolver?.trustedAnswer(key, in: property) == .bool(true)
  }

  /// How long texts may be at most.
  package var length: Int? {
    let key = EditingKeys.shared.length
    let own = property[key]
    let trusted = resolver.flatMap { Int.convert($0.trustedAnswer(key, in: property)) }
    return [own, trusted].compactMap(\.self).min()
  }

  /// The values of which one must be chosen: the lists of who leaves no other.
  package var choices: [[Value]] {
    let keys = EditingKeys.shared
    let attribute = property[ModelKeys.shared.attribute]
    var lists: [[Value]] = []
    if !property[keys.allowsOtherValues] {
      lists.append(property[keys.choices].values(for: attribute))
    }
    if let resolver, resolver.trustedAnswer(keys.allowsOtherValues, in: property) != .bool(true),
      let trusted = Choices.convert(resolver.trustedAnswer(keys.choices, in: property)),
      case let values = trusted.values(for: attribute), !lists.contains(values)
    {
      lists.append(values)
    }
    // What the schema lists is compared as the column compares, which the attribute knows.
    let declared = attribute?.definition.choices
    return lists.filter { !$0.isEmpty && $0 != declared }
  }

  /// Returns a message when a text is longer than the rules permit.
  package func lengthProblem(with value: Value) -> String? {
    length.flatMap { Self.problem(with: value, longest: $0) }
  }

  private func choiceProblem(with value: Value) -> String? {
    guard property[ModelKeys.shared.relationship] == nil else { return nil }
    return choices.lazy.compactMap { Self.problem(with: value, oneOf: $0) }.first
  }

  /// Returns a message when a text has more than `limit` characters.
  package static func problem(with value: Value, longest limit: Int) -> String? {
    // Counting bytes is quicker, and there are never fewer.
    guard case .string(let text) = value, text.utf8.count > limit, text.count > limit else {
      return nil
    }
    return "needs at most \(limit) characters, not \(text.count)"
  }

  /// Returns a message when a value is not null and not one of `choices`.
  package static func problem(with value: Value, oneOf choices: [Value]) -> String? {
    guard !value.isNull, !choices.contains(where: { $0 == value || $0.compare(value) == .equal })
    else { return nil }
    return "needs one of " + choices.map(\.description).joined(separator: ", ")
  }
}

/// The constraints on a property that are equal for all objects: maximum length, allowed values, and whether a value is
/// required.
///
/// The checks of many rows (imports, rule problems) evaluate the rules once to make it, not once for each row.
package nonisolated struct SharedConstraints {
  /// How long texts may be at most.
  package let length: Int?
  /// The values of which one must be chosen.
  package let choices: [[Value]]
  /// Whether a value is needed, and whether the database has one where none is entered.
  package let (isMandatory, hasDefault): (Bool, Bool)
  private let isVisible: Bool

  /// Whether no value can be wrong.
  package var isEmpty: Bool { length == nil && choices.isEmpty && !isMandatory }

  /// Returns why a value of the property is invalid, as a message; `nil` when it is valid.
  package func problem(with value: Value, isEntered: Bool) -> String? {
    guard isEntered || isVisible else { return nil }
    if isEntered {
      if let length, let message = FieldConstraints.problem(with: value, longest: length) {
        return message
      }
      let message = choices.lazy.compactMap { FieldConstraints.problem(with: value, oneOf: $0) }
        .first
      if let message { return message }
    }
    return isMandatory && value.isNull && (isEntered || !hasDefault) ? "needs a value" : nil
  }

  fileprivate init(_ demands: FieldConstraints, isDisplayed: Bool, in property: EnvironmentValues) {
    let isRelationship = property[ModelKeys.shared.relationship] != nil
    length = demands.length
    choices = isRelationship ? [] : demands.choices
    isMandatory = !isRelationship && demands.isMandatory(isDisplayed: isDisplayed)
    hasDefault = property[ModelKeys.shared.attribute]?.definition.hasDefault == true
    isVisible = property[PermissionKeys.shared.isPropertyVisible]
  }
}

extension FieldConstraints {
  /// Whether demands may be the same of all objects below `scope`: whichever layer answers in the end, each demands for
  /// itself, so that what one of them may read counts.
  package static func mayBeCommon(in scope: EnvironmentValues) -> Bool {
    guard let model = (scope.resolver as? RuleResolver)?.model else { return true }
    let keys = keys + [PermissionKeys.shared.isPropertyVisible]
    return !model.mayLookAtRows(for: keys)
      || !model.hasNarrowingLayers && !model.mayLookAtRows(for: [EditingKeys.shared.validation])
  }

  /// Returns the constraints common to all objects; `nil` where rules depend on the object or a validation rule gives a
  /// message.
  package func common(isDisplayed: Bool) -> SharedConstraints? {
    let keys = Self.keys + [PermissionKeys.shared.isPropertyVisible]
    guard keys.allSatisfy(property.isOfAllRows), validation == nil else { return nil }
    return SharedConstraints(self, isDisplayed: isDisplayed, in: property)
  }
}
