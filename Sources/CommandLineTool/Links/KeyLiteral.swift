import Diagnostics
import Qualifiers

/// A primary key value in a link, written exactly as stored, with its storage class: `'a, b'`, `n'5'`, `x'00ff'`, `null`.
///
/// `t'ff'` is a text that is not UTF-8. The column's type does not convert it.
nonisolated struct KeyLiteral {
  /// The stored value: null, a number, a text, bytes, or a list of bytes for a text that is not UTF-8.
  let value: Value

  init(_ value: Value) { self.value = value }

  /// Reads a literal; `nil` for what is none.
  init?(_ text: String) {
    if text == "null" {
      value = .null
      return
    }
    let scalars = text.unicodeScalars
    guard let quote = scalars.firstIndex(of: "'"), scalars.last == "'",
      quote < scalars.index(before: scalars.endIndex),
      let content = Self.unescaped(scalars[scalars.index(after: quote)...].dropLast())
    else { return nil }
    let found: Value?
    switch String(scalars[..<quote]) {
    case "": found = .string(content)
    case "n": found = Int64(content).map { .int($0) } ?? Double(content).map { .double($0) }
    case "x": found = Self.bytes(content).map { .data($0) }
    case "t": found = Self.bytes(content).map { .list([.data($0)]) }
    default: found = nil
    }
    guard let found else { return nil }
    value = found
  }

  /// The literal as a link has it: one word without anything that a terminal or a link would take for something else.
  var text: String {
    switch value {
    case .null: "null"
    case .string(let text): "'\(Self.escaped(text))'"
    case .data(let bytes): "x'\(Self.digits(bytes))'"
    case .list(let values):
      if case .data(let bytes)? = values.first { "t'\(Self.digits(bytes))'" } else { "null" }
    case .double(let number): "n'\(number)'"
    default: "n'\(value.description)'"
    }
  }

  /// The parts of a key between commas outside literals.
  static func parts(of text: String) -> [String] {
    var parts: [String] = []
    var part = String.UnicodeScalarView()
    var (isInside, isEscaped) = (false, false)
    for scalar in text.unicodeScalars {
      switch scalar {
      case _ where isEscaped: isEscaped = false
      case "\\" where isInside: isEscaped = true
      case "'" where isInside: isInside = false
      case "'": isInside = ["", "n", "x", "t"].contains(String(part))
      case "," where !isInside:
        parts.append(String(part))
        part = String.UnicodeScalarView()
        continue
      default: break
      }
      part.append(scalar)
    }
    return parts + [String(part)]
  }

  // MARK: Spelling

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "'" || scalar == "\\" {
        result += "\\\(scalar)"
      } else if !scalar.standsAlone {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text that was meant; `nil` where a quote stands alone or a backslash before nothing that it can stand before.
  private static func unescaped(_ text: Substring.UnicodeScalarView) -> String? {
    var result = String.UnicodeScalarView()
    var rest = text
    while let scalar = rest.popFirst() {
      guard scalar != "'" else { return nil }
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      guard let escaped = rest.popFirst() else { return nil }
      switch escaped {
      case "'", "\\": result.append(escaped)
      case "u":
        guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}"),
          let code = UInt32(String(rest[..<end]), radix: 16), let scalar = Unicode.Scalar(code)
        else { return nil }
        result.append(scalar)
        rest = rest[rest.index(after: end)...]
      default: return nil
      }
    }
    return String(result)
  }

  private static func digits(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    text.isEmpty ? [] : text.hexadecimalBytes
  }
}

nonisolated extension Unicode.Scalar {
  /// Whether the scalar is visible and does not combine with the character before it.
  fileprivate var standsAlone: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: false
    default: !isHidden && !properties.isGraphemeExtend && !properties.isEmojiModifier
    }
  }

  /// Whether the scalar may stand in a key without quotes.
  fileprivate var isPlain: Bool {
    standsAlone && !properties.isWhitespace && !",'\"\\#?&%;".unicodeScalars.contains(self)
  }
}

nonisolated extension String {
  /// Whether a key may stand like this in a link, as far as its signs go.
  var isPlainKey: Bool { !isEmpty && unicodeScalars.allSatisfy(\.isPlain) }
}
