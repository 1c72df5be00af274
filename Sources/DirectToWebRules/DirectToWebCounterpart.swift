import Qualifiers
import RuleEngine

/// A Direct to Web assignment translated to a key, value and condition of this program, where their form differs.
///
/// Keys and values that only have another name are translated in Rules/DirectToWeb.rules.
struct DirectToWebCounterpart {
  /// Our key.
  let key: String
  /// The value in our form.
  let value: Expression
  /// The condition, asked of what our key is asked of.
  private(set) var condition: Qualifier

  /// `nil` for what is the same here, or has no counterpart.
  init?(of assignment: RuleSyntax.Assignment, where condition: Qualifier) {
    self.condition = condition
    let value = assignment.value
    switch assignment.key.description {
    case "defaultSortOrdering":
      guard let orderings = Self.orderings(value) else { return nil }
      (key, self.value) = ("sortOrderings", orderings)
    case "tabSectionsContents":
      guard let sections = Self.sections(ofTabs: value) else { return nil }
      (key, self.value) = ("sections", sections)
    case "sectionsContents":
      guard case .list = value.kind else { return nil }
      (key, self.value) = ("sections", value)
    case let name where Self.labels.contains(name):
      guard let label = Self.label(value), let subject = Self.destination(condition) else {
        return nil
      }
      (key, self.value, self.condition) = ("labelKey", label, subject)
    case "formatter":
      guard let pattern = value.constant?.string, let name = FormatPattern(pattern)?.formatter
      else {
        return nil
      }
      (key, self.value) = ("formatter", Expression(.literal(.string(name)), span: value.span))
    default: return nil
    }
  }

  /// `(name, compareAscending, …)` as the order of a list here.
  private static func orderings(_ value: Expression) -> Expression? {
    guard case .list(let elements) = value.kind, elements.count.isMultiple(of: 2) else {
      return nil
    }
    var names: [Expression] = []
    for index in stride(from: 0, to: elements.count, by: 2) {
      guard let name = elements[index].constant?.string,
        let selector = elements[index + 1].constant?.string, selector.hasPrefix("compare")
      else { return nil }
      let key = SortOrdering(PropertyPath(name), selector: selector).key
      names.append(Expression(.literal(.string(key)), span: elements[index].span))
    }
    return Expression(.list(names), span: value.span)
  }

  /// `((Tab, (Section, name, …), …), …)` as sections among which markers of tabs stand; names may stand without a section.
  private static func sections(ofTabs value: Expression) -> Expression? {
    guard case .list(let tabs) = value.kind else { return nil }
    var sections: [Expression] = []
    for tab in tabs {
      guard case .list(let parts) = tab.kind, let name = parts.first?.constant?.string else {
        return nil
      }
      let marker = Expression(.literal(.string("[\(name)]")), span: parts[0].span)
      sections.append(Expression(.list([marker]), span: tab.span))
      let loose = parts.dropFirst().filter { $0.constant?.string != nil }
      if !loose.isEmpty {
        let untitled = Expression(.literal(.string("")), span: tab.span)
        sections.append(Expression(.list([untitled] + loose), span: tab.span))
      }
      sections += parts.dropFirst().filter { $0.constant?.string == nil }
    }
    return Expression(.list(sections), span: value.span)
  }

  /// One name, or several, that name an object for people.
  private static func label(_ value: Expression) -> Expression? {
    let names: [String]
    switch value.constant {
    case .string(let name): names = [name]
    case .list(let elements): names = elements.compactMap(\.string)
    default: return nil
    }
    // What every object of WebObjects says of itself is no property.
    guard !names.isEmpty, !names.contains("userPresentableDescription"),
      names.allSatisfy({ !$0.isEmpty })
    else { return nil }
    return Expression(.literal(.string(names.joined(separator: " "))), span: value.span)
  }

  /// The condition as one of the entity that is named, where it asks for nothing but the destination of a relationship;
  /// `nil` where it asks for one property, or for where the relationship begins: here a label belongs to the entity.
  private static func destination(_ condition: Qualifier) -> Qualifier? {
    var parts: [Qualifier] = []
    var (namesDestination, namesEntity) = (false, false)
    // Where there is a label there is a relationship.
    for part in condition.conjuncts where !part.isOfAnyRelationship {
      let mapped = part.mappingPaths { path in
        destinations.contains(path.description) ? entityName : path
      }
      if mapped != part {
        namesDestination = true
      } else if part.paths.contains(where: { $0.first == "entity" }) {
        namesEntity = true
      }
      guard mapped.paths.allSatisfy({ !placesOfProperties.contains($0.first) }) else { return nil }
      parts.append(mapped)
    }
    return namesDestination && namesEntity ? nil : .all(parts)
  }

  /// The condition of a label of ours as one of the destination of a relationship.
  static func relating(_ condition: Qualifier) -> Qualifier {
    condition.mappingPaths {
      $0 == entityName ? PropertyPath("relationship.destinationEntity.name") : $0
    }
  }

  /// The keys there that name the objects at the other end of a relationship.
  static let labels: Set<String> = [
    "keyWhenRelationship", "keysWhenRelationship", "displayKeyForEntity",
  ]

  private static let entityName = PropertyPath("entity.name")

  /// First steps of paths that ask for one property.
  private static let placesOfProperties: Set<String> = [
    "propertyKey", "propertyType", "relationship", "smartRelationship", "attribute",
    "smartAttribute", "destinationEntity",
  ]

  private static let destinations: Set<String> = [
    "relationship.destinationEntity.name", "smartRelationship.destinationEntity.name",
    "destinationEntity.name", "relationship.destination.name",
  ]
}

extension Qualifier {
  /// Whether it asks for nothing but that the property is a relationship.
  fileprivate var isOfAnyRelationship: Bool {
    if case .not(.isNull(let operand)) = self, let path = operand.path?.description {
      return ["relationship", "smartRelationship", "destinationEntity"].contains(path)
    }
    guard let demand, demand.path.description == "propertyType" else { return false }
    return demand.values == [.string("r")]
  }
}

/// A pattern by which WebObjects writes numbers or dates: `$#,##0.00`, `%d %b %Y`.
struct FormatPattern {
  /// The formatter that comes nearest.
  let formatter: String

  /// `nil` for a text that is none.
  init?(_ pattern: String) {
    guard let name = Self.date(pattern) ?? Self.number(pattern) else { return nil }
    formatter = name
  }

  /// Returns the formatter for a date pattern like `%d %b %Y`; `nil` for any other pattern.
  private static func date(_ pattern: String) -> String? {
    let letters = pattern.split(separator: "%", omittingEmptySubsequences: false).dropFirst()
      .compactMap(\.first)
    guard !letters.isEmpty, letters.allSatisfy({ "aAbBcdeFHIjmMpSxXyYZz~1".contains($0) }) else {
      return nil
    }
    let hasTime = letters.contains { "HIMSXpF".contains($0) }
    let hasDay = letters.contains { "dejx".contains($0) }
    let hasMonth = letters.contains { "bBm".contains($0) }
    if letters.contains("c") || hasTime && (hasDay || hasMonth) { return "timestamp" }
    if hasTime { return "time" }
    if hasDay { return "date" }
    return hasMonth ? "month" : "year"
  }

  /// Returns the formatter for a number pattern like `#,##0.00`; `nil` for any other pattern.
  private static func number(_ pattern: String) -> String? {
    // What follows `;` is for numbers below zero.
    let positive = pattern.split(separator: ";").first.map(String.init) ?? pattern
    guard positive.contains(where: { "0#9".contains($0) }),
      positive.allSatisfy({ "$€£¥0#9_,. %".contains($0) })
    else { return nil }
    if positive.contains("%") { return "percent" }
    let places = positive.split(separator: ".").dropFirst().last.map {
      $0.filter { $0 != " " }.count
    }
    switch places {
    case nil: return positive.contains(where: { "$€£¥".contains($0) }) ? "currency" : "integer"
    case 2: return "currency"
    default: return "number"
    }
  }
}
