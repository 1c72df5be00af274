import Diagnostics
import PropertyLists
import Qualifiers
import RuleEnvironment
import RuleEngine

/// A writer that turns a rule into the property list of a Direct to Web rule, for export.
struct DirectToWebArchiver {
  let table: DirectToWebTable

  private typealias Assignment = (className: String, value: PropertyList?)

  /// The rule; one that was read from such a file is what it was there.
  func node(of rule: Rule) throws(DirectToWebObstacle) -> PropertyList {
    if let node = rule.directToWeb?.node { return node }
    var entries: [PropertyListDictionary.Entry] = [
      .init("author", .text("\(rule.priority)")), .init("class", .text(DirectToWebFile.ruleClass)),
    ]
    if let documentation = DirectToWebSpelling.rest(of: rule.documentation) {
      entries.append(.init("documentation", .text(documentation)))
    }
    let (key, assignment) = try assignment(of: rule)
    if let condition = try condition(of: rule, setting: key) {
      entries.append(.init("lhs", condition))
    }
    var content: [PropertyListDictionary.Entry] = [
      .init("class", .text(assignment.className)), .init("keyPath", .text(key)),
    ]
    if let value = assignment.value { content.append(.init("value", value)) }
    entries.append(.init("rhs", .entries(content)))
    return .entries(entries)
  }

  // MARK: Conditions

  private func condition(
    of rule: Rule,
    setting key: String
  ) throws(DirectToWebObstacle) -> PropertyList? {
    let foreign = DirectToWebNames.foreign(rule.condition(setting: key))
    let condition = foreign == .constant(true) ? nil : try DirectToWebQualifiers.list(foreign)
    guard !rule.isEnabled else { return condition }
    let disabling = PropertyList.entries([
      .init("class", .text("EOKeyValueQualifier")), .init("key", .text("RuleIsDisabled")),
      .init("selectorName", .text("isEqual")), .init("value", .text("YES")),
    ])
    guard let condition else { return disabling }
    return .entries([
      .init("class", .text("com.webobjects.eocontrol.EOAndQualifier")),
      .init("qualifiers", PropertyList(.array([disabling, condition]))),
    ])
  }

  // MARK: Assignments

  private func assignment(of rule: Rule) throws(DirectToWebObstacle) -> (String, Assignment) {
    if let origin = rule.directToWeb {
      if let value = origin.value { return (origin.key, (origin.className, value)) }
      let value = rule.value.constant == nil ? try Self.archived(rule.value, rule.key).value : nil
      return (origin.key, (origin.className, value))
    }
    let assignment = try plainAssignment(of: rule)
    guard let name = DirectToWebSpelling.className(in: rule.documentation),
      let spelled = Self.archived(rule.value, as: name, else: assignment.1)
    else { return assignment }
    return (assignment.0, spelled)
  }

  /// Whether the class `name` reads what a rule says, and another class would be written for it.
  func needsClass(_ name: String, for rule: Rule) -> Bool {
    do throws(DirectToWebObstacle) {
      let plain = try plainAssignment(of: rule).1
      return DirectToWebRule.lastName(of: plain.className) != DirectToWebRule.lastName(of: name)
        && Self.archived(rule.value, as: name, else: plain) != nil
    } catch {
      return false
    }
  }

  private func plainAssignment(of rule: Rule) throws(DirectToWebObstacle) -> (String, Assignment) {
    if let constant = rule.value.constant {
      if rule.keyName == "labelKey", let label = Self.label(constant, rule.documentation) {
        return label
      }
      if let spelling = DirectToWebSpelling(rule.documentation),
        let row = table.row(foreignKey: spelling.key, value: .string(spelling.value)),
        row.key == rule.keyName, row.value == constant
      {
        return (spelling.key, (DirectToWebFile.plainClass, .text(spelling.value)))
      }
      if let row = table.row(key: rule.keyName, value: constant),
        let value = row.foreignValues.first
      {
        return (row.foreignKey, Self.archived(value) { $0 == .string("\(value)") })
      }
      if rule.keyName == "sortOrderings", let orderings = Self.orderings(constant) {
        return ("defaultSortOrdering", (DirectToWebFile.plainClass, orderings))
      }
    }
    return (rule.keyName, try Self.archived(rule.value, rule.key))
  }

  /// A label as what names the objects at the other end of a relationship; `nil` for one that has others behind it.
  private static func label(_ constant: Value, _ documentation: String?) -> (String, Assignment)? {
    guard let text = constant.string, !text.isEmpty, !text.contains("|") else { return nil }
    let names = text.split { $0 == " " || $0 == "," }.map { PropertyList.text(String($0)) }
    if let spelling = DirectToWebSpelling(documentation), spelling.value == text,
      DirectToWebCounterpart.labels.contains(spelling.key)
    {
      return (spelling.key, (DirectToWebFile.plainClass, .text(text)))
    }
    return names.count == 1
      ? ("keyWhenRelationship", (DirectToWebFile.plainClass, names[0]))
      : ("keysWhenRelationship", (DirectToWebFile.plainClass, PropertyList(.array(names))))
  }

  /// The value for another class of assignment, where that reads the same from it; `nil` where it does not.
  private static func archived(
    _ value: Expression,
    as className: String,
    else plain: Assignment
  ) -> Assignment? {
    var list = plain.value
    if case .conditional(let test, let positive, let negative) = value.kind,
      let positive = positive.constant, let negative = negative.constant
    {
      var entries: [PropertyListDictionary.Entry] = [
        .init("falseValue", PropertyList(archiving: negative)),
        .init("trueValue", PropertyList(archiving: positive)),
      ]
      switch test {
      case .truth(let operand):
        if let path = operand.path {
          entries.append(.init("conditionKey", .text(path.description)))
          list = .entries(entries)
        }
      case .not(.isNull(let operand)), .not(.not(.isNull(let operand))), .isNull(let operand):
        if let path = operand.path {
          entries.append(.init("nonNullKeyPath", .text(path.description)))
          if case .not(.isNull) = test {} else { entries.append(.init("negate", .text("true"))) }
          list = .entries(entries)
        }
      default: break
      }
    }
    do throws(DirectToWebObstacle) {
      let (read, meant) = (try reading(className, list), try reading(plain.className, plain.value))
      return "\(read)" == "\(meant)" ? (className, list) : nil
    } catch {
      return nil
    }
  }

  /// The expression that an assignment class reads from a value.
  private static func reading(
    _ className: String,
    _ value: PropertyList?
  ) throws(DirectToWebObstacle) -> Expression {
    try DirectToWebAssignments().expression(
      className: className,
      value: value,
      span: SourceSpan(0, 0)
    )
  }

  private static func archived(
    _ value: Expression,
    _ key: any AnyKey
  ) throws(DirectToWebObstacle) -> Assignment {
    if case .call(let name, _) = value.kind { throw DirectToWebObstacle("it calls `\(name)`") }
    if let constant = value.constant { return archived(constant, isRead: key.accepts) }
    let delayed = "er.directtoweb.assignments.delayed.ERDDelayed"
    switch value.kind {
    case .path(let path): return (delayed + "KeyValueAssignment", .text(path.description))
    case .template(let parts):
      return (delayed + "LocalizedAssignment", .text(try template(parts)))
    case .conditional(let test, let positive, let negative):
      guard let positive = positive.constant, let negative = negative.constant else {
        throw DirectToWebObstacle("it chooses between computed values")
      }
      return (
        delayed + "ConditionalAssignment",
        .entries([
          .init("args", PropertyList(.array([]))),
          .init("falseValue", PropertyList(archiving: negative)),
          .init("qualifierFormat", .text(try format(test))),
          .init("trueValue", PropertyList(archiving: positive)),
        ])
      )
    case .qualifier(let qualifier):
      return (delayed + "ExtraQualifierAssignment", try restriction(qualifier))
    default: throw DirectToWebObstacle("its value is computed")
    }
  }

  /// A constant as a string where the key reads it from one, else with its class.
  private static func archived(_ constant: Value, isRead: (Value) -> Bool) -> Assignment {
    switch constant {
    case .null: return (DirectToWebFile.plainClass, nil)
    case .bool(let flag):
      return ("com.webobjects.directtoweb.BooleanAssignment", .text(flag ? "true" : "false"))
    case .int, .double, .decimal:
      let text = Value.string("\(constant)")
      let isPlain = DirectToWebValues.fitted(text, accepts: isRead) == constant
      return (DirectToWebFile.plainClass, PropertyList(archiving: isPlain ? text : constant))
    default: return (DirectToWebFile.plainClass, PropertyList(archiving: constant))
    }
  }

  private static func template(_ parts: [Expression]) throws(DirectToWebObstacle) -> String {
    var text = ""
    for part in parts {
      switch part.kind {
      case .literal(let value) where !value.description.contains("@@"): text += value.description
      case .path(let path): text += "@@\(path)@@"
      default: throw DirectToWebObstacle("its text has more than keys")
      }
    }
    return text
  }

  private static func format(_ test: Qualifier) throws(DirectToWebObstacle) -> String {
    let text = DirectToWebNames.foreign(test).description
    guard !text.contains("%") else { throw DirectToWebObstacle("its condition has a `%`") }
    return text
  }

  /// `where (studio = $user.studio)` as `{ studio = { eq = "user.studio"; }; }`.
  private static func restriction(_ qualifier: Qualifier) throws(DirectToWebObstacle)
    -> PropertyList
  {
    let parts: [Qualifier] = if case .and(let parts) = qualifier { parts } else { [qualifier] }
    var entries: [PropertyListDictionary.Entry] = []
    for part in parts {
      guard case .comparison(let left, let comparison, let right) = part, let path = left.path,
        case .variable(let target) = right.kind,
        let name = DirectToWebAssignments.comparisonNames[comparison]
      else { throw DirectToWebObstacle("its `where` has more than comparisons with keys") }
      entries.append(
        .init(path.description, .entries([.init(name, .text(target.description))]))
      )
    }
    return .entries(entries)
  }

  private static func orderings(_ constant: Value) -> PropertyList? {
    guard case .list(let elements) = constant, let names = elements.mapAll(\.string) else {
      return nil
    }
    let orderings = names.map { SortOrdering(key: $0) }
    return PropertyList(
      .array(orderings.flatMap { [.text($0.path.description), .text($0.selector)] })
    )
  }
}

extension Rule {
  /// The condition for a key of Direct to Web: a label there is one of a relationship.
  func condition(setting key: String) -> Qualifier {
    keyName == "labelKey" && key != "displayKeyForEntity"
      && DirectToWebCounterpart.labels.contains(key)
      ? DirectToWebCounterpart.relating(condition) : condition
  }
}

extension PropertyList {
  /// A string.
  static func text(_ text: String) -> PropertyList { PropertyList(.string(text)) }

  /// A dictionary in this order.
  static func entries(_ entries: [PropertyListDictionary.Entry]) -> PropertyList {
    PropertyList(.dictionary(PropertyListDictionary(entries)))
  }
}
