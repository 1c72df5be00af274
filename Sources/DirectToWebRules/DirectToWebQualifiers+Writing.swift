import PropertyLists
import Qualifiers
import RuleEngine

extension DirectToWebQualifiers {
  private static let prefix = "com.webobjects.eocontrol.EO"

  /// A condition as Direct to Web archives it.
  static func list(_ condition: Qualifier) throws(DirectToWebObstacle) -> PropertyList {
    switch condition {
    case .constant(let flag):
      return .entries([
        .init("class", .text("com.webobjects.directtoweb.BooleanQualifier")),
        .init("value", .text(flag ? "YES" : "NO")),
      ])
    case .and(let parts): return try list("AndQualifier", parts)
    case .or(let parts): return try list("OrQualifier", parts)
    case .not(.isNull(let operand)): return try keyValue(operand, "isNotEqualTo", with: .null)
    case .not(let inside):
      return .entries([
        .init("class", .text(prefix + "NotQualifier")), .init("qualifier", try list(inside)),
      ])
    case .isNull(let operand): return try keyValue(operand, "isEqualTo", with: .null)
    case .truth(let operand): return try keyValue(operand, "isEqualTo", with: .bool(true))
    case .in(let operand, let members):
      guard case .list(let values)? = members.constant else {
        throw DirectToWebObstacle("its condition reads a computed list")
      }
      let parts = values.map { value in
        Qualifier.comparison(operand, .equal, Expression(.literal(value)))
      }
      return try list("OrQualifier", parts)
    case .between(let operand, let low, let high):
      return try list(
        "AndQualifier",
        [.comparison(operand, .greaterOrEqual, low), .comparison(operand, .lessOrEqual, high)]
      )
    case .comparison(let left, let comparison, let right):
      return try list(left, comparison, with: right)
    }
  }

  private static func list(
    _ kind: String,
    _ parts: [Qualifier]
  ) throws(DirectToWebObstacle) -> PropertyList {
    let lists = PropertyList(.array(try parts.map(list)))
    return .entries([.init("class", .text(prefix + kind)), .init("qualifiers", lists)])
  }

  private static func list(
    _ left: Expression,
    _ comparison: Qualifier.Operator,
    with right: Expression
  ) throws(DirectToWebObstacle) -> PropertyList {
    if let other = right.path, let path = left.path, let selector = selectors[comparison] {
      return .entries([
        .init("class", .text(prefix + "KeyComparisonQualifier")),
        .init("leftKey", .text(path.description)), .init("rightKey", .text(other.description)),
        .init("selectorName", .text(selector)),
      ])
    }
    guard let constant = right.constant else {
      throw DirectToWebObstacle("its condition compares with a value that is computed")
    }
    if let selector = selectors[comparison] { return try keyValue(left, selector, with: constant) }
    guard let text = constant.string, !text.contains("*"), !text.contains("?") else {
      throw DirectToWebObstacle("its condition compares by `\(comparison.rawValue)`")
    }
    switch comparison {
    case .beginsWith: return try keyValue(left, "isLike", with: .string(text + "*"))
    case .endsWith: return try keyValue(left, "isLike", with: .string("*" + text))
    default: throw DirectToWebObstacle("its condition compares by `\(comparison.rawValue)`")
    }
  }

  private static func keyValue(
    _ operand: Expression,
    _ selector: String,
    with value: Value
  ) throws(DirectToWebObstacle) -> PropertyList {
    guard let path = operand.path else {
      throw DirectToWebObstacle("its condition compares more than keys")
    }
    return .entries([
      .init("class", .text(prefix + "KeyValueQualifier")), .init("key", .text(path.description)),
      .init("selectorName", .text(selector)), .init("value", PropertyList(archiving: value)),
    ])
  }

  private static let selectors: [Qualifier.Operator: String] = [
    .equal: "isEqualTo", .notEqual: "isNotEqualTo", .less: "isLessThan",
    .greater: "isGreaterThan", .lessOrEqual: "isLessThanOrEqualTo",
    .greaterOrEqual: "isGreaterThanOrEqualTo", .like: "isLike", .ilike: "isCaseInsensitiveLike",
    .contains: "doesContain",
  ]
}
