public import EntityModel
import EntityStore
package import Formatting
import FoundationEssentials
public import Qualifiers

/// A validation error of one field that prevents saving: the entity, the property, the message and the object's token.
package nonisolated struct FieldProblem: Sendable, Hashable {
  /// The entity's name.
  package var entityName: String
  /// The attribute, or the to-one relationship, that the field shows.
  package var key: String
  /// The error, as a sentence fragment to show after the field.
  package var message: String
  /// The token of the object; 0 for one that no context knows.
  package var token: Int

  /// A problem.
  package init(entityName: String, key: String, message: String, token: Int = 0) {
    (self.entityName, self.key, self.message) = (entityName, key, message)
    self.token = token
  }
}

extension ManagedObject {
  /// Returns the constraint violations that prevent saving: of changed attributes, or of all attributes of a new object.
  package func problems() -> [FieldProblem] {
    let (isNew, references) = (state == .inserted, liveReferences)
    return entity.attributes.compactMap { attribute in
      guard isNew || changedKeys.contains(attribute.name) else { return nil }
      guard references[attribute.name] == nil else { return nil }
      guard let value = snapshot.value(forKey: attribute.name) else { return nil }
      guard let message = problem(with: value, for: attribute) else { return nil }
      return FieldProblem(
        entityName: entity.name,
        key: entity.propertyName(showing: attribute),
        message: message,
        token: token
      )
    }
  }
}

extension ManagedObject {
  /// Why `value` cannot be stored in an attribute of the object; `nil` when it can.
  public func problem(with value: Value, for attribute: Attribute) -> String? {
    // The key of an object that is there may be written otherwise than a new value would be.
    if !attribute.type.hasOneWriting, !value.isNull, chosenKeys[attribute.name] == value {
      return nil
    }
    return attribute.problem(
      with: value,
      isNew: state == .inserted,
      isEntered: isSetToNull(attribute.name),
      inPlaceOf: base.value(forKey: attribute.name)
    )
  }
}

nonisolated extension Entity {
  /// The to-one relationship whose key `attribute` is, else the attribute itself.
  package func propertyName(showing attribute: Attribute) -> String {
    let toOne = relationships.first {
      !$0.isToMany && !$0.definition.isHidden && $0.definition.joins.count == 1
        && $0.definition.joins[0].source == attribute.name
    }
    return toOne?.name ?? attribute.name
  }
}

nonisolated extension Attribute {
  /// Why `value` cannot be stored in the attribute; `nil` when it can.
  ///
  /// Another text may replace a text stored in a column of numbers or dates. A null that nobody has entered
  /// is left to the database.
  public func problem(
    with value: Value,
    isNew: Bool = false,
    isEntered: Bool = false,
    inPlaceOf stored: Value? = nil
  ) -> String? {
    if value.isNull {
      if definition.isGenerated || (isNew && definition.hasDefault && !isEntered) { return nil }
      // A key that the database lets be null finds no object; one that is null may stay so.
      let losesKey = definition.isPrimaryKey && (isNew || stored?.isNull == false)
      return isNullable && !losesKey ? nil : "needs a value"
    }
    if let type = definition.customType {
      // What is stored may stay as it is.
      if !isNew, value == stored { return nil }
      if let problem = type.problem(value) { return problem }
    }
    if !definition.choices.isEmpty { return choiceProblem(with: value) }
    if let problem = lengthProblem(with: value) { return problem }
    if let problem = jsonProblem(with: value, inPlaceOf: stored) { return problem }
    if case .string(let text) = value {
      if isForeign(stored) { return patternProblem(with: value) }
      if isDefault(text) { return nil }
      if holdsTexts { return patternProblem(with: value) }
    }
    guard fits(value) || isKeyElsewhere(value) else {
      return "needs \(InputProblem(needing: self).request)"
    }
    if let problem = digitsProblem(with: value) { return problem }
    return rangeProblem(with: value) ?? patternProblem(with: value)
  }

  private func choiceProblem(with value: Value) -> String? {
    // The schema may list values of another kind than the column is declared for.
    guard !definition.choices.isEmpty, let collated = collated(value) else { return nil }
    if definition.choices.contains(where: { self.collated($0)?.isSame(as: collated) == true }) {
      return nil
    }
    return "needs one of " + definition.choices.map(\.description).joined(separator: ", ")
  }

  /// The reason that a value of a file cannot be stored; `nil` when it can.
  ///
  /// An exact value need not be of the declared type.
  package func problem(
    with value: FileValue,
    isNew: Bool,
    isEntered: Bool = false,
    inPlaceOf stored: Value?
  ) -> String? {
    guard value.isExact, !value.value.isNull else {
      return problem(with: value.value, isNew: isNew, isEntered: isEntered, inPlaceOf: stored)
    }
    if let problem = rangeProblem(with: value.value) ?? patternProblem(with: value.value) {
      return problem
    }
    return hasDeclaredChoices ? nil : choiceProblem(with: value.value)
  }

  /// Returns the error for invalid JSON in a JSON column; `nil` where the stored text is invalid JSON as well.
  private func jsonProblem(with value: Value, inPlaceOf stored: Value?) -> String? {
    guard type == .json, case .string(let text) = value, !isDefault(text),
      let problem = JSONText.problem(with: text)
    else { return nil }
    if case .string(let old) = stored, JSONText.problem(with: old) != nil { return nil }
    return problem
  }

  private func digitsProblem(with value: Value) -> String? {
    guard case .decimal(let number) = value, let binary = rounded(number) else { return nil }
    return "has more digits than the column keeps: it would become \(binary)"
  }

  private func lengthProblem(with value: Value) -> String? {
    guard case .string(let text) = value else { return nil }
    // Counting bytes is quicker, and there are never fewer.
    if let width = definition.width, text.utf8.count > width, text.count > width {
      return "needs at most \(width) characters, not \(text.count)"
    }
    // The database counts code points.
    if let least = definition.minimumLength, text.unicodeScalars.count < least {
      return "needs at least \(least) character\(least == 1 ? "" : "s"), not \(text.count)"
    }
    return nil
  }

  /// The value as the column compares it; `nil` for a text of a collation that is not known here.
  private func collated(_ value: Value) -> Value? {
    guard case .string(let text) = value, let collation = definition.collation else { return value }
    switch collation.lowercased() {
    case "binary": return value
    case "nocase":
      // It knows capitals of ASCII only.
      let capitals: ClosedRange<Unicode.Scalar> = "A"..."Z"
      let small = text.unicodeScalars.map {
        capitals.contains($0) ? Unicode.Scalar(UInt8(ascii: $0) | 0x20) : $0
      }
      return .string(String(String.UnicodeScalarView(small)))
    case "rtrim":
      let end = text.unicodeScalars.lastIndex { $0 != " " }
      return .string(end.map { String(text.unicodeScalars[...$0]) } ?? "")
    default: return nil
    }
  }

  /// How the value stands to a bound, as the column compares them.
  private func order(of value: Value, to bound: Bound) -> Value.Ordering? {
    collated(value).flatMap { value in collated(bound.value).flatMap { value.compare($0) } }
  }

  private func rangeProblem(with value: Value) -> String? {
    if let bound = definition.minimum, let order = order(of: value, to: bound),
      order == .less || order == .equal && !bound.isIncluded
    {
      return bound.isIncluded
        ? "must be at least \(bound.value)" : "must be more than \(bound.value)"
    }
    if let bound = definition.maximum, let order = order(of: value, to: bound),
      order == .greater || order == .equal && !bound.isIncluded
    {
      return bound.isIncluded
        ? "must be at most \(bound.value)" : "must be less than \(bound.value)"
    }
    return nil
  }

  private func patternProblem(with value: Value) -> String? {
    guard case .string(let text) = value, let pattern = definition.pattern,
      let expression = CompiledPatterns.shared.expression(pattern), !expression.isFound(in: text)
    else { return nil }
    return "must match \(pattern)"
  }

  /// Whether the value is one of a key of another kind, which the database stores here as a number all the same: `2` of a
  /// column of decimals, fractions or texts that is referred to by one of whole numbers.
  private func isKeyElsewhere(_ value: Value) -> Bool {
    guard definition.isForeignKey else { return false }
    switch (type.kind, value) {
    case (.integer, .decimal(let number)): return Int64(number.description) != nil
    case (.integer, .double(let number)): return Int64(exactly: number) != nil
    case (.integer, .string(let text)): return Int64(text).map(String.init) == text
    case (.number, .string(let text)), (.decimal, .string(let text)):
      return Decimal(string: text).map(\.description) == text
    default: return false
    }
  }

  private func fits(_ value: Value) -> Bool {
    switch (type.kind, value) {
    case (.any, _), (.text, _), (.time, _), (.blob, _): true
    case (.integer, .int), (.number, .double), (.number, .int), (.number, .decimal): true
    case (.decimal, .decimal), (.decimal, .int), (.decimal, .double): true
    case (.bool, .bool), (.bool, .int), (.date, .date), (.timestamp, .date): true
    case (.date, .int(0)), (.timestamp, .int(0)), (.date, .double(0)), (.timestamp, .double(0)):
      definition.zeroIsNever
    case (.date, .string(let text)):
      keepsTimesBesideDays && Date(dayAndTime: text).map { $0 != $0.startOfDay } == true
    case (.timestamp, .string(let text)): isLongMoment(text)
    default: false
    }
  }
}

nonisolated extension Value {
  /// Whether both are one value, in whatever kind of number.
  fileprivate func isSame(as other: Value) -> Bool { self == other || compare(other) == .equal }
}
