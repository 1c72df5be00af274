import PropertyLists
import Qualifiers
import RuleEnvironment
import RuleEngine

/// Writes a rule as Direct to Web archives it.
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
    if let condition = try condition(of: rule) { entries.append(.init("lhs", condition)) }
    let (key, assignment) = try assignment(of: rule)
    var content: [PropertyListDictionary.Entry] = [
      .init("class", .text(assignment.className)), .init("keyPath", .text(key)),
    ]
    if let value = assignment.value { content.append(.init("value", value)) }
    entries.append(.init("rhs", .entries(content)))
    return .entries(entries)
  }

  // MARK: Conditions

  private func condition(of rule: Rule) throws(DirectToWebObstacle) -> PropertyList? {
    let foreign = DirectToWebNames.foreign(rule.condition)
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
    if let constant = rule.value.constant {
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
        throw DirectToWebObstacle("it chooses between values that are not written out")
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
      default: throw DirectToWebObstacle("its text is made of more than keys")
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
      else { throw DirectToWebObstacle("its `where` is more than comparisons with keys") }
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

extension PropertyList {
  /// A string.
  static func text(_ text: String) -> PropertyList { PropertyList(.string(text)) }

  /// A dictionary in this order.
  static func entries(_ entries: [PropertyListDictionary.Entry]) -> PropertyList {
    PropertyList(.dictionary(PropertyListDictionary(entries)))
  }
}
