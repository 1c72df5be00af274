import struct FoundationEssentials.Date
import PropertyLists
import Qualifiers

/// Reads constants of Direct to Web: strings, typed ones such as `{ class = NSNumber; value = 1; }`, lists of them.
enum DirectToWebValues {
  /// The constant; null when there is none.
  static func value(_ list: PropertyList?) -> Value {
    guard let list else { return .null }
    switch list.content {
    case .string(let text): return .string(text)
    case .integer(let number): return .int(number)
    case .real(let number): return .double(number)
    case .boolean(let flag): return .bool(flag)
    case .date(let seconds): return .date(Date(timeIntervalSince1970: seconds))
    case .data(let bytes): return .data(bytes)
    case .array(let elements): return .list(elements.map(value))
    case .dictionary(let dictionary):
      if let value = typed(list) { return value }
      return .dictionary(
        Dictionary(dictionary.entries.map { ($0.key, value($0.value)) }) { $1 }
      )
    }
  }

  /// `{ class = …; value = …; }` of a class that stands for a constant; `nil` for all else.
  private static func typed(_ list: PropertyList) -> Value? {
    guard let name = list["class"]?.string, list.dictionary?.entries.count ?? 0 <= 2 else {
      return nil
    }
    let text = list["value"]?.text
    switch DirectToWebRule.lastName(of: name) {
    case "NSKeyValueCoding$Null", "EONull", "NSNull", "NSKeyValueCoding.Null", "Null": return .null
    case "Number", "NSNumber", "BigDecimal", "NSDecimalNumber", "Integer", "Long", "Short",
      "Double", "Float", "BigInteger", "Byte":
      return text.flatMap { Value(number: $0) } ?? list["value"].map(value)
    case "Boolean": return list["value"]?.boolean.map { .bool($0) }
    case "NSCalendarDate", "NSTimestamp", "NSDate", "Date", "Timestamp":
      return text.flatMap { Date(wallClock: $0) }.map { .date($0) } ?? text.map { .string($0) }
    default: return list["value"].map(value)
    }
  }

  /// The constant as true or false; `nil` when it is neither.
  static func flag(_ list: PropertyList?) -> Bool? {
    switch fitted(value(list), accepts: { if case .bool = $0 { true } else { false } }) {
    case .bool(let flag): flag
    default: nil
    }
  }

  /// Returns a Direct to Web value converted to a type that is accepted: `'40'` to a number, `'YES'` and 1 to true.
  static func fitted(_ value: Value, accepts: (Value) -> Bool) -> Value {
    if accepts(value) { return value }
    let candidates: [Value?]
    switch value {
    case .string(let text):
      candidates = [
        Value(number: text), PropertyList(.string(text)).boolean.map { .bool($0) },
        text.isEmpty ? .null : nil, .list([value]),
      ]
    case .int(0): candidates = [.bool(false), .string("0")]
    case .int(1): candidates = [.bool(true), .string("1")]
    case .int(let number): candidates = [.string("\(number)")]
    case .bool(let flag): candidates = [.string(flag ? "true" : "false")]
    default: candidates = []
    }
    return candidates.compactMap(\.self).first(where: accepts) ?? value
  }
}
