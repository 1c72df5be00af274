import Diagnostics
import EntityModel
import PropertyLists
import Qualifiers

/// The reader that turns archived EOModel qualifiers into `Qualifier` values: `{class = EOKeyValueQualifier; key = title; …}`.
struct ArchivedQualifier {
  /// An error for an archived EOModel qualifier with a class, operator or value that `Qualifier` cannot express.
  ///
  /// The EOModel reader reports it as a warning at the span of the text.
  struct Unknown: Error {
    let message: String
    let span: SourceSpan
  }

  /// The types of the entity's attributes.
  ///
  /// They are needed because old-style property lists store every value as text.
  let types: [String: AttributeType]

  func qualifier(_ list: PropertyList) throws(Unknown) -> Qualifier {
    let name = (list["class"]?.text ?? "").split(separator: ".").last.map(String.init) ?? ""
    switch name.dropping(vendor: ["EO", "NS"]) {
    case "KeyValueQualifier":
      let key = try key(list, "key")
      return try comparison(of: key, list, with: try value(list["value"], for: key, list.span))
    case "KeyComparisonQualifier":
      return try comparison(
        of: try key(list, "leftKey"),
        list,
        with: Expression(.path(try key(list, "rightKey")))
      )
    case "AndQualifier": return .and(try parts(list))
    case "OrQualifier": return .or(try parts(list))
    case "NotQualifier":
      guard let inner = list["qualifier"] else {
        throw unknown("a NotQualifier has no qualifier", list)
      }
      return .not(try qualifier(inner))
    case "TruePredicate", "TrueQualifier": return .constant(true)
    default: throw unknown("the qualifier '\(name)' has no equivalent", list)
    }
  }

  private func parts(_ list: PropertyList) throws(Unknown) -> [Qualifier] {
    try (list["qualifiers"]?.array ?? []).map(qualifier)
  }

  private func key(_ list: PropertyList, _ name: String) throws(Unknown) -> PropertyPath {
    guard let key = list[name]?.text, !key.isEmpty else {
      throw unknown("a qualifier has no \(name)", list)
    }
    return PropertyPath(key)
  }

  private func comparison(
    of key: PropertyPath,
    _ list: PropertyList,
    with value: Expression
  ) throws(Unknown) -> Qualifier {
    let path = Expression(.path(key))
    let selector = list["selectorName"]?.text ?? "isEqualTo:"
    guard let comparison = Self.comparisons[selector.filter { $0 != ":" }.lowercased()] else {
      throw unknown("the operator '\(selector)' has no equivalent", list)
    }
    return .comparing(path, comparison, with: value)
  }

  private static let comparisons: [String: Qualifier.Operator] = [
    "isequalto": .equal, "=": .equal, "==": .equal, "isnotequalto": .notEqual, "!=": .notEqual,
    "<>": .notEqual, "islessthan": .less, "<": .less, "islessthanorequalto": .lessOrEqual,
    "<=": .lessOrEqual, "isgreaterthan": .greater, ">": .greater,
    "isgreaterthanorequalto": .greaterOrEqual, ">=": .greaterOrEqual, "islike": .like,
    "like": .like, "iscaseinsensitivelike": .ilike, "caseinsensitivelike": .ilike,
    "doescontain": .equal, "containsobject": .equal,
  ]

  private func value(
    _ list: PropertyList?,
    for key: PropertyPath,
    _ span: SourceSpan
  ) throws(Unknown) -> Expression {
    guard let list else { return Expression(.literal(.null)) }
    if let members = list.dictionary {
      let name = (members["class"]?.text ?? "").split(separator: ".").last.map(String.init) ?? ""
      switch name.dropping(vendor: ["EO", "NS"]) {
      case "QualifierVariable":
        guard let key = (members["_key"] ?? members["key"])?.text else {
          throw unknown("a variable has no key", list)
        }
        return Expression(.variable(PropertyPath(key)))
      case "Null", "KeyValueCoding$Null", "NullValue": return Expression(.literal(.null))
      case "Number", "DecimalNumber", "Boolean", "Integer", "String":
        return try value(members["value"], for: key, span)
      default: throw unknown("a value of the class '\(name)' has no equivalent", list)
      }
    }
    switch list.content {
    case .integer(let number): return Expression(.literal(.int(number)))
    case .real(let number): return Expression(.literal(.double(number)))
    case .boolean(let flag): return Expression(.literal(.bool(flag)))
    case .string(let text): return Expression(.literal(typed(text, for: key)))
    default: throw unknown("a value that is \(list.kind) has no equivalent", list)
    }
  }

  private func typed(_ text: String, for key: PropertyPath) -> Value {
    guard key.components.count == 1, let type = types[key.first] else { return .string(text) }
    switch type {
    case .integer: return Int64(text).map { .int($0) } ?? .string(text)
    case .number, .decimal: return Value(number: text) ?? .string(text)
    case .bool:
      return PropertyList(.string(text)).boolean.map { .bool($0) } ?? .string(text)
    default: return .string(text)
    }
  }

  private func unknown(_ message: String, _ list: PropertyList) -> Unknown {
    Unknown(message: message, span: list.span)
  }
}

extension String {
  fileprivate func dropping(vendor prefixes: [String]) -> String {
    for prefix in prefixes where hasPrefix(prefix) { return String(dropFirst(prefix.count)) }
    return self
  }
}
