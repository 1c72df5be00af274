import PropertyLists
import Qualifiers
import RuleEngine

/// An error for a Direct to Web rule whose condition or value cannot be translated, with the reason.
struct DirectToWebObstacle: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// Reads archived qualifiers: `{ class = EOKeyValueQualifier; key = task; selectorName = isEqualTo; value = edit; }`.
struct DirectToWebQualifiers {
  /// The condition of a rule.
  func qualifier(_ list: PropertyList?) throws(DirectToWebObstacle) -> Qualifier {
    guard let list else { return .constant(true) }
    if let text = list.string { return try parsed(text) }
    guard let dictionary = list.dictionary else {
      throw DirectToWebObstacle("its condition is \(list.kind)")
    }
    if dictionary.entries.isEmpty { return .constant(true) }
    switch Self.kind(of: list) {
    case "AndQualifier": return .and(try parts(of: list))
    case "OrQualifier":
      let parts = try parts(of: list)
      // So is a list of one written.
      if parts.count == 1, case .comparison(let left, .equal, let right) = parts[0],
        right.constant != nil
      {
        return .in(left, Expression(.list([right]), span: right.span))
      }
      return .or(parts)
    case "NotQualifier":
      guard let inside = list["qualifier"] else {
        throw DirectToWebObstacle("its condition has a `not` without a qualifier")
      }
      return .not(try qualifier(inside))
    case "KeyValueQualifier": return try keyValue(list)
    case "KeyComparisonQualifier":
      return try .comparing(
        read(list, "leftKey"),
        selector(of: list),
        with: read(list, "rightKey")
      )
    case "NullQualifier": return .isNull(try read(list, "key"))
    case "NonNullQualifier": return .not(.isNull(try read(list, "key")))
    case "IsKindOfEntityQualifier":
      // Entities of a database have no parents, so that being of a kind is being it.
      let path = (list["keyPath"]?.string ?? "entity") + ".name"
      let name = list["entityName"]?.string ?? ""
      return .comparison(
        Expression(.path(PropertyPath(path)), span: list.span),
        .equal,
        Expression(.literal(.string(name)), span: list["entityName"]?.span)
      )
    case "BooleanQualifier":
      return .constant(list["value"]?.boolean ?? true)
    default:
      let name = list["class"]?.string ?? "none"
      throw DirectToWebObstacle("its condition has a qualifier of the class `\(name)`")
    }
  }

  /// The class of a qualifier without package and prefix: `AndQualifier`.
  static func kind(of list: PropertyList) -> String {
    let name = DirectToWebRule.lastName(of: list["class"]?.string ?? "")
    for prefix in ["EO", "NS", "ERX", "ERD"] where name.hasPrefix(prefix) {
      return String(name.dropFirst(prefix.count))
    }
    return name
  }

  private func parts(of list: PropertyList) throws(DirectToWebObstacle) -> [Qualifier] {
    guard let lists = list["qualifiers"]?.array else {
      throw DirectToWebObstacle("its condition has an `and` or `or` without parts")
    }
    return try lists.map(qualifier)
  }

  private func keyValue(_ list: PropertyList) throws(DirectToWebObstacle) -> Qualifier {
    let value = list["value"]
    let right = DirectToWebValues.value(value)
    return try .comparing(
      read(list, "key"),
      selector(of: list),
      with: Expression(.literal(right), span: value?.span ?? list.span)
    )
  }

  private func read(
    _ list: PropertyList,
    _ name: String
  ) throws(DirectToWebObstacle) -> Expression {
    guard let key = list[name] ?? list["keyPath"], let text = key.string, !text.isEmpty else {
      throw DirectToWebObstacle("its condition has a qualifier without `\(name)`")
    }
    return Expression(.path(PropertyPath(text)), span: key.span)
  }

  private func selector(of list: PropertyList) throws(DirectToWebObstacle) -> Qualifier.Operator {
    let written = (list["selectorName"] ?? list["selector"])?.string ?? "isEqualTo"
    if let comparison = Self.operators[written.last == ":" ? String(written.dropLast()) : written] {
      return comparison
    }
    throw DirectToWebObstacle("its condition compares by `\(written)`")
  }

  private static let operators: [String: Qualifier.Operator] = [
    "isEqualTo": .equal, "isEqual": .equal, "=": .equal, "==": .equal,
    "isNotEqualTo": .notEqual, "!=": .notEqual, "<>": .notEqual,
    "isLessThan": .less, "<": .less, "isGreaterThan": .greater, ">": .greater,
    "isLessThanOrEqualTo": .lessOrEqual, "<=": .lessOrEqual,
    "isGreaterThanOrEqualTo": .greaterOrEqual, ">=": .greaterOrEqual,
    "isLike": .like, "like": .like, "isCaseInsensitiveLike": .ilike, "caseInsensitiveLike": .ilike,
    "doesContain": .contains, "contains": .contains,
  ]

  /// A condition written as text, as people write it by hand.
  private func parsed(_ text: String) throws(DirectToWebObstacle) -> Qualifier {
    if text.allSatisfy(\.isWhitespace) { return .constant(true) }
    guard let qualifier = Qualifier.parse(text).qualifier else {
      throw DirectToWebObstacle("its condition `\(text.prefix(60))` cannot be read")
    }
    return qualifier
  }
}
