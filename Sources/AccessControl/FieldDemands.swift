import EntityModel
package import Qualifiers
import RuleEngine
package import RuleEnvironment
import StandardKeys

/// What rules demand of the value of a property before it is stored: rules of the user's own may demand more than the
/// others, and never less; what is wrong for one layer is wrong.
package nonisolated struct FieldDemands {
  private let property: EnvironmentValues
  private let resolver: RuleResolver?

  /// What is demanded in the scope of a property.
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

  /// What is wrong with the value of the property.
  ///
  /// What was entered is judged by everything, what was there before only by what looks at all values. What may not be
  /// seen and was not entered is not judged.
  package func problem(isEntered: Bool, isDisplayed: Bool) -> String? {
    guard isEntered || property.asStored[PermissionKeys.shared.isPropertyVisible] else {
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

  /// What the first layer says that has something to say against the value.
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

  /// What is wrong with the length of a text.
  package func lengthProblem(with value: Value) -> String? {
    length.flatMap { Self.problem(with: value, longest: $0) }
  }

  private func choiceProblem(with value: Value) -> String? {
    guard property[ModelKeys.shared.relationship] == nil else { return nil }
    return choices.lazy.compactMap { Self.problem(with: value, oneOf: $0) }.first
  }

  /// What is wrong with a text that may be so long.
  package static func problem(with value: Value, longest limit: Int) -> String? {
    // Counting bytes is quicker, and there are never fewer.
    guard case .string(let text) = value, text.utf8.count > limit, text.count > limit else {
      return nil
    }
    return "at most \(limit) characters, this is \(text.count)"
  }

  /// What is wrong with a value that was to be one of several.
  package static func problem(with value: Value, oneOf choices: [Value]) -> String? {
    guard !value.isNull, !choices.contains(where: { $0 == value || $0.compare(value) == .equal })
    else { return nil }
    return "one of " + choices.map(\.description).joined(separator: ", ")
  }
}

/// What rules demand of the values of a property in all objects alike.
package nonisolated struct CommonDemands {
  /// How long texts may be at most.
  package let length: Int?
  /// The values of which one must be chosen.
  package let choices: [[Value]]
  /// Whether a value is needed, and whether the database has one where none is entered.
  package let (isMandatory, hasDefault): (Bool, Bool)
  private let isVisible: Bool

  /// Whether no value can be wrong.
  package var isEmpty: Bool { length == nil && choices.isEmpty && !isMandatory }

  /// What is wrong with a value of the property.
  package func problem(with value: Value, isEntered: Bool) -> String? {
    guard isEntered || isVisible else { return nil }
    if isEntered {
      if let length, let message = FieldDemands.problem(with: value, longest: length) {
        return message
      }
      let message = choices.lazy.compactMap { FieldDemands.problem(with: value, oneOf: $0) }.first
      if let message { return message }
    }
    return isMandatory && value.isNull && (isEntered || !hasDefault) ? "needs a value" : nil
  }

  fileprivate init(_ demands: FieldDemands, isDisplayed: Bool, in property: EnvironmentValues) {
    let isRelationship = property[ModelKeys.shared.relationship] != nil
    length = demands.length
    choices = isRelationship ? [] : demands.choices
    isMandatory = !isRelationship && demands.isMandatory(isDisplayed: isDisplayed)
    hasDefault = property[ModelKeys.shared.attribute]?.definition.hasDefault == true
    isVisible = property[PermissionKeys.shared.isPropertyVisible]
  }
}

extension FieldDemands {
  /// Whether demands may be the same of all objects below `scope`: whichever layer answers in the end, each demands for
  /// itself, so that what one of them may read counts.
  package static func mayBeCommon(in scope: EnvironmentValues) -> Bool {
    guard let model = (scope.resolver as? RuleResolver)?.model else { return true }
    let keys = keys + [PermissionKeys.shared.isPropertyVisible]
    return !model.mayLookAtRows(for: keys)
      || !model.hasNarrowingLayers && !model.mayLookAtRows(for: [EditingKeys.shared.validation])
  }

  /// What is demanded in all objects alike; `nil` where rules look at the object, or say something in words of their own.
  package func common(isDisplayed: Bool) -> CommonDemands? {
    let keys = Self.keys + [PermissionKeys.shared.isPropertyVisible]
    guard keys.allSatisfy(property.isOfAllRows), validation == nil else { return nil }
    return CommonDemands(self, isDisplayed: isDisplayed, in: property)
  }
}
