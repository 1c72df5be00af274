import Diagnostics
import FoundationEssentials

/// The casts of WebObjects: `(java.math.BigDecimal)"1"`, `(NSCalendarDate)'2024-03-01'`.
///
/// Old rule files are full of them; the constant is read as what the class holds, and no class is kept.
extension ExpressionParser {
  /// Reads a cast when one comes next, and nothing else does.
  mutating func parseCast() -> Expression? {
    guard isAt(.leftParenthesis), case .path(let type) = token(ahead: 1).kind,
      case .symbol(.rightParenthesis) = token(ahead: 2).kind, !token(ahead: 3).startsLine
    else { return nil }
    let constant = token(ahead: 3)
    let text: String
    switch constant.kind {
    case .string(let written), .number(let written): text = written
    default: return nil
    }
    let span = token.span.extended(to: constant.span)
    for _ in 0..<4 { advance() }
    guard let value = Self.cast(text, to: type.last) else {
      report(
        "bad-cast",
        "`\(source.text(in: constant.span).prefix(40))` cannot be read as \(type)",
        at: span,
        suggestion: "leave the class out"
      )
      return Expression(.literal(.null), span: span)
    }
    return Expression(.literal(value), span: span)
  }

  /// Reads `text` as what a class of Java or Objective-C holds.
  private static func cast(_ text: String, to type: String) -> Value? {
    switch type {
    case "BigDecimal", "BigInteger", "NSDecimalNumber", "NSNumber", "Number", "Integer", "Long",
      "Short", "Double", "Float", "int", "long", "double", "float":
      Value(number: text)
    case "Boolean", "boolean", "BOOL":
      Value(text, like: .bool(true)).flatMap { $0.truth.bool.map(Value.bool) }
    case "NSCalendarDate", "NSTimestamp", "NSDate", "Date", "Timestamp":
      Date(wallClock: text).map(Value.date)
    case "String", "NSString": .string(text)
    default: nil
    }
  }
}
