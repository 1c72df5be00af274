package import Diagnostics
import FoundationEssentials

extension Value: CustomStringConvertible {
  /// The plain text: what a template writes, what operators on text see.
  ///
  /// Dates are ISO with a space, bytes are hexadecimal, null is `null`.
  public var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .double(let value): String(value)
    case .decimal(let value): value.description
    case .string(let text): text
    case .date(let date): date.wallClockText(separator: " ")
    case .data(let bytes): Self.hexadecimal(bytes)
    case .list(let elements): elements.map(\.description).joined(separator: ", ")
    case .dictionary(let entries):
      entries.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    case .object(let object):
      (object as? any CustomStringConvertible)?.description ?? String(describing: type(of: object))
    }
  }

  /// The value as the rule language spells it; objects other than conditions by their quoted plain text.
  public var literal: String {
    switch self {
    case .null, .bool, .int: description
    case .double(let value): Self.literal(value)
    case .decimal(let value): Self.literal(value)
    case .string(let text): Self.quoted(text)
    case .date(let date): "@" + date.wallClockText()
    case .data: "x'\(description)'"
    case .list(let elements): "[" + elements.map(\.literal).joined(separator: ", ") + "]"
    case .dictionary(let entries): Self.braced(entries.mapValues(\.literal))
    case .object(let object):
      (object as? QualifierValue).map { "where (\($0.qualifier))" } ?? Self.quoted(description)
    }
  }

  /// An exponent makes it a double; there is no spelling for what is no number.
  private static func literal(_ number: Double) -> String {
    guard !number.isNaN else { return "null" }
    guard number.isFinite else { return number < 0 ? "-1e999" : "1e999" }
    let digits = String(number)
    return digits.contains("e") ? digits : digits + "e0"
  }

  /// A point makes it a decimal.
  private static func literal(_ number: Decimal) -> String {
    guard !number.isNaN else { return "null" }
    let digits = number.description
    return digits.contains(".") ? digits : digits + ".0"
  }

  /// The entries of a dictionary in braces, by their keys.
  static func braced(_ entries: [String: String]) -> String {
    let texts = entries.sorted { $0.key < $1.key }.map { "\(quoted($0.key)): \($0.value)" }
    return "{\(texts.joined(separator: ", "))}"
  }

  /// A text in quotes with escapes, on one line.
  static func quoted(_ text: String) -> String {
    var result = "'"
    escape(text, "'", "\\", to: &result)
    return result + "'"
  }

  /// Writes a text with a backslash before each of `special`, and control characters as escapes.
  static func escape(_ text: String, _ special: Unicode.Scalar..., to output: inout String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}",
        _ where scalar.turnsDirection:
        output += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default:
        if special.contains(scalar) { output += "\\" }
        output.unicodeScalars.append(scalar)
      }
    }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    var text = ""
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      if byte < 16 { text += "0" }
      text += String(byte, radix: 16, uppercase: true)
    }
    return text
  }
}

extension JSON {
  /// A value as JSON: dates as ISO text, bytes in hexadecimal, objects by their plain text.
  package init(_ value: Qualifiers.Value) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .double(let value): self = .double(value)
    case .decimal(let value): self = value.isNaN ? .null : .number(value.description)
    case .string(let text): self = .string(text)
    case .date(let date): self = .string(date.wallClockText())
    case .data, .object: self = .string(value.description)
    case .list(let elements): self = .array(elements.map { JSON($0) })
    case .dictionary(let entries):
      self = .object(entries.sorted { $0.key < $1.key }.map { ($0.key, JSON($0.value)) })
    }
  }
}
