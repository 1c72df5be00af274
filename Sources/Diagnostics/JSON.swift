/// A JSON value whose objects keep their keys in order, for every `--format json`.
///
///     let json: JSON = ["name": "Film", "rows": 1000, "keys": ["id"]]
///     print(json.text(pretty: true))
public enum JSON: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  /// A number already written in JSON's syntax, for decimals of any length.
  case number(String)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  /// The JSON text; `pretty` puts each member on its own line, indented by two spaces.
  package func text(pretty: Bool = false) -> String {
    var output = ""
    write(to: &output, indentation: pretty ? 0 : nil)
    return output
  }

  private func write(to output: inout String, indentation: Int?) {
    switch self {
    case .null: output += "null"
    case .bool(let value): output += value ? "true" : "false"
    case .int(let value): output += "\(value)"
    case .double(let value): output += value.isNaN ? "null" : Self.digits(value)
    case .number(let digits): output += digits
    case .string(let text): Self.write(text, to: &output)
    case .array(let elements):
      Self.write(elements, between: "[]", to: &output, indentation) { element, output, inner in
        element.write(to: &output, indentation: inner)
      }
    case .object(let members):
      Self.write(members, between: "{}", to: &output, indentation) { member, output, inner in
        Self.write(member.0, to: &output)
        output += inner == nil ? ":" : ": "
        member.1.write(to: &output, indentation: inner)
      }
    }
  }

  /// A number in the syntax of JSON and of SQLite: `9e999` where it is infinite, which both read as that.
  package static func digits(_ number: Double) -> String {
    number.isInfinite ? number < 0 ? "-9e999" : "9e999" : "\(number)"
  }

  private static func write<Member>(
    _ members: [Member],
    between brackets: String,
    to output: inout String,
    _ indentation: Int?,
    write: (Member, inout String, Int?) -> Void
  ) {
    output += brackets.prefix(1)
    let inner = indentation.map { $0 + 2 }
    for (index, member) in members.enumerated() {
      if index > 0 { output += "," }
      if let inner { output += "\n" + String(repeating: " ", count: inner) }
      write(member, &output, inner)
    }
    if let indentation, !members.isEmpty {
      output += "\n" + String(repeating: " ", count: indentation)
    }
    output += brackets.suffix(1)
  }

  /// Whether a text stands in quotes as it is: printable ASCII without quotes and backslashes.
  ///
  /// All bytes are looked at, so that the processor can look at many at once.
  package static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var special: UInt8 = 0
    for byte in text {
      let isSpecial = (byte < 0x20) || (byte > 0x7E) || (byte == 0x22) || (byte == 0x5C)
      special |= isSpecial ? 1 : 0
    }
    return special == 0
  }

  /// Writes a text in quotes; control characters never reach a terminal raw.
  private static func write(_ text: String, to output: inout String) {
    output += "\""
    defer { output += "\"" }
    guard text.utf8.withContiguousStorageIfAvailable(isPlain) != true else { return output += text }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}",
        _ where scalar.turnsDirection:
        output += "\\u" + String(Int(scalar.value), digits: 4, radix: 16)
      default: output.unicodeScalars.append(scalar)
      }
    }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByNilLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// True or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .int(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Null.
  public init(nilLiteral: ()) { self = .null }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// An array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// An object with its keys in the order written.
  public init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements) }

  /// A string, or null.
  package init(_ text: String?) {
    self = text.map(JSON.string) ?? .null
  }

  /// A whole number.
  package init(_ number: Int) {
    self = .int(Int64(number))
  }
}
