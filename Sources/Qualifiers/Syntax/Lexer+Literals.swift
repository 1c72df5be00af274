import Diagnostics
import FoundationEssentials

extension Lexer {
  // MARK: Strings

  mutating func lexString() {
    let start = index
    guard let text = scanString(quote: bytes[index]) else {
      let quote = Character(Unicode.Scalar(bytes[start]))
      let isInside = tokens.last?.span.end == start && isNameBefore
      return report(
        "unterminated-string",
        "this text is not closed on its line",
        from: start,
        suggestion: isInside
          ? "check the quotes before it; inside a text write \\\(quote)"
          : "close it with \(quote)",
        as: .string(String(decoding: bytes[(start + 1)..<index], as: UTF8.self))
      )
    }
    append(.string(text), from: start)
  }

  /// Whether the token before is a name, as the end of `'it's'` is.
  private var isNameBefore: Bool {
    if case .path = tokens.last?.kind { true } else { false }
  }

  /// Reads a quoted text; at an unclosed one stops at the line's end and gives `nil`.
  mutating func scanString(quote: UInt8) -> String? {
    index += 1
    let start = index
    while index < end, bytes[index] != quote, bytes[index] != UInt8(ascii: "\\"),
      !isLineBreak(bytes[index])
    {
      index += 1
    }
    if byte() == quote, index < end {
      index += 1
      return String(decoding: bytes[start..<(index - 1)], as: UTF8.self)
    }
    var content = Array(bytes[start..<index])
    while index < end, !isLineBreak(bytes[index]) {
      if bytes[index] == quote {
        index += 1
        return String(decoding: content, as: UTF8.self)
      }
      scanCharacter(into: &content)
    }
    return nil
  }

  /// Reads one byte or one escape; a backslash before anything it does not know stays, for patterns.
  private mutating func scanCharacter(into content: inout [UInt8], inTemplate: Bool = false) {
    guard bytes[index] == UInt8(ascii: "\\"), index + 1 < end, !isLineBreak(bytes[index + 1])
    else {
      content.append(bytes[index])
      index += 1
      return
    }
    index += 2
    switch bytes[index - 1] {
    case UInt8(ascii: "n"): content.append(UInt8(ascii: "\n"))
    case UInt8(ascii: "r"): content.append(UInt8(ascii: "\r"))
    case UInt8(ascii: "t"): content.append(UInt8(ascii: "\t"))
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "\\"):
      content.append(bytes[index - 1])
    case UInt8(ascii: "`") where inTemplate, UInt8(ascii: "{") where inTemplate,
      UInt8(ascii: "}") where inTemplate:
      content.append(bytes[index - 1])
    case UInt8(ascii: "u") where byte() == UInt8(ascii: "{"):
      if let scalar = scanScalarEscape() {
        content.append(contentsOf: Array(String(Character(scalar)).utf8))
      } else {
        content.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "u")])
      }
    default:
      content.append(UInt8(ascii: "\\"))
      content.append(bytes[index - 1])
    // The rest of a longer character follows by itself.
    }
  }

  /// Reads `{1F600}`.
  private mutating func scanScalarEscape() -> Unicode.Scalar? {
    var length = 1
    while length <= 7, byte(length) != UInt8(ascii: "}") { length += 1 }
    let digits = bytes[(index + 1)..<min(index + length, end)]
    guard byte(length) == UInt8(ascii: "}"),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(value)
    else { return nil }
    index += length + 1
    return scalar
  }

  // MARK: Templates

  mutating func lexTemplate() {
    let start = index
    index += 1
    var parts: [Token.TemplatePart] = []
    var content: [UInt8] = []
    while index < end, !isLineBreak(bytes[index]) {
      switch bytes[index] {
      case UInt8(ascii: "`"):
        index += 1
        if !content.isEmpty { parts.append(.text(String(decoding: content, as: UTF8.self))) }
        return append(.template(parts), from: start)
      case UInt8(ascii: "{"):
        guard let hole = scanHole() else { break }
        if !content.isEmpty { parts.append(.text(String(decoding: content, as: UTF8.self))) }
        content = []
        parts.append(.hole(hole))
      default:
        scanCharacter(into: &content, inTemplate: true)
      }
    }
    report(
      "unterminated-template",
      "this template is not closed on its line",
      from: start,
      suggestion: "close it with `",
      as: .template([])
    )
  }

  /// Reads up to the `}` that belongs to the `{` here; at a missing one stops at the line's end.
  private mutating func scanHole() -> SourceSpan? {
    index += 1
    let start = index
    var depth = 0
    while index < end, !isLineBreak(bytes[index]) {
      switch bytes[index] {
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        _ = scanString(quote: bytes[index])
        continue
      case UInt8(ascii: "`"):
        guard skipInnerTemplate() else { return nil }
        continue
      case UInt8(ascii: "{"):
        depth += 1
      case UInt8(ascii: "}"):
        if depth == 0 {
          index += 1
          return SourceSpan(start, index - 1)
        }
        depth -= 1
      default:
        break
      }
      index += 1
    }
    return nil
  }

  /// Skips a template inside a hole, holes of its own included, without recursion.
  private mutating func skipInnerTemplate() -> Bool {
    // Each entry is a template that is open, with the braces open in its hole; nil outside of one.
    var open: [Int?] = []
    repeat {
      guard index < end, !isLineBreak(bytes[index]) else { return false }
      let character = bytes[index]
      guard let last = open.last, let braces = last else {
        // In the text of a template, or before the first one.
        if character == UInt8(ascii: "`") {
          if open.isEmpty { open.append(nil) } else { open.removeLast() }
        } else if character == UInt8(ascii: "{") {
          open[open.count - 1] = 0
        } else if character == UInt8(ascii: "\\"), index + 1 < end, !isLineBreak(bytes[index + 1]) {
          index += 1
        }
        index += 1
        continue
      }
      switch character {
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        _ = scanString(quote: character)
        continue
      case UInt8(ascii: "`"): open.append(nil)
      case UInt8(ascii: "{"): open[open.count - 1] = braces + 1
      case UInt8(ascii: "}"): open[open.count - 1] = braces == 0 ? nil : braces - 1
      default: break
      }
      index += 1
    } while !open.isEmpty
    return true
  }

  // MARK: Numbers, dates, bytes

  /// How many digits a number may have; more than any value holds.
  private static let maximumDigits = 1000

  mutating func lexNumber() {
    let start = index
    while isDigit(byte()) || byte() == UInt8(ascii: "_") { index += 1 }
    if byte() == UInt8(ascii: "."), isDigit(byte(1)) {
      index += 1
      while isDigit(byte()) || byte() == UInt8(ascii: "_") { index += 1 }
    }
    if byte() | 0x20 == UInt8(ascii: "e") {
      let isSigned = byte(1) == UInt8(ascii: "-") || byte(1) == UInt8(ascii: "+")
      if isDigit(byte(isSigned ? 2 : 1)) {
        index += isSigned ? 2 : 1
        while isDigit(byte()) { index += 1 }
      }
    }
    let digits = bytes[start..<index].filter { $0 != UInt8(ascii: "_") }
    let isFollowed = nameScalarLength(isFirst: false) != nil || byte() == UInt8(ascii: ".")
    guard digits.count <= Self.maximumDigits else {
      return report(
        "bad-number",
        "a number has at most \(Self.maximumDigits) digits",
        from: start,
        as: .invalid
      )
    }
    guard isFollowed else {
      return append(.number(String(decoding: digits, as: UTF8.self)), from: start)
    }
    while index < end {
      guard let length = nameScalarLength(isFirst: false) else {
        guard byte() == UInt8(ascii: ".") else { break }
        index += 1
        continue
      }
      index += length
    }
    report(
      "bad-number",
      "`\(text(from: start))` is neither a number nor a name",
      from: start,
      suggestion: "write text in quotes",
      as: .invalid
    )
  }

  /// Whether `@` here begins a date rather than a name.
  var isDateStart: Bool {
    let isSigned = byte(1) == UInt8(ascii: "-") || byte(1) == UInt8(ascii: "+")
    return isDigit(byte(isSigned ? 2 : 1))
  }

  mutating func lexDate() {
    let start = index
    index += 1
    let textStart = index
    while index < end, isDigit(byte()) || "-:.TZ+".utf8.contains(byte()) { index += 1 }
    while bytes[index - 1] == UInt8(ascii: ".") { index -= 1 }
    let written = String(decoding: bytes[textStart..<index], as: UTF8.self)
    guard let date = Date(wallClock: written) else {
      return report(
        "bad-date",
        "`@\(written)` is not a date",
        from: start,
        suggestion: "dates look like @2024-03-01 or @2024-03-01T12:30",
        as: .invalid
      )
    }
    append(.date(date), from: start)
  }

  mutating func lexData() {
    let start = index
    index += 1
    guard let data = scanString(quote: UInt8(ascii: "'"))?.hexadecimalBytes else {
      return report(
        "bad-data",
        "bytes are written as pairs of hexadecimal digits: x'CAFE'",
        from: start,
        as: .invalid
      )
    }
    append(.data(data), from: start)
  }
}
