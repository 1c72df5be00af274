package import Qualifiers

/// A parsed condition from a field of a query page: `>90`, `a..b`, `^p`, `!x`, or several separated by commas.
package indirect enum QueryText {
  /// A negation, which does not match null either.
  case not(QueryText)
  case any([QueryText])
  /// A text anywhere in the values, or a value of those that are no texts.
  case value(String)
  case comparison(Qualifier.Operator, String)
  /// Both ends included; an empty one leaves that end open.
  case range(String, String)
  /// A text at the start or the end of the values, or at both: the whole value.
  case ends(String, atStart: Bool, atEnd: Bool)
  case matches(String)
  case empty
  case null

  /// Reads a text that has more in it than blanks.
  ///
  /// - Parameters:
  ///   - typed: The text.
  ///   - separators: What may stand between several; the first of them that is there counts.
  ///   - isOne: Whether a text is one value although such a sign is in it.
  /// - Throws: What is wrong with the text.
  package init(
    _ typed: String,
    separators: [String] = [","],
    unless isOne: (String) -> Bool = { _ in false }
  ) throws(PromptRefusal) {
    let text = typed[...].trimmed
    if text.hasPrefix("!") {
      let rest = text.dropFirst().trimmed
      guard !rest.isEmpty else { throw Self.missing("!") }
      self = .not(try QueryText(rest, separators: separators, unless: isOne))
      return
    }
    let start = text.hasPrefix("=") ? "=" : ""
    let bare = text.drop { "=<>".contains($0) }.trimmed
    let values = Self.rangeEnds(of: bare).map { [$0.0, $0.1].filter { !$0.isEmpty } } ?? [bare]
    let parts =
      Self.pattern(in: text) != nil || values.allSatisfy(isOne)
      ? [] : separators.lazy.map { Self.parts(of: text, between: $0) }.first { $0.count > 1 } ?? []
    guard parts.count > 1 else {
      try self.init(single: text)
      return
    }
    var read: [QueryText] = []
    for part in parts where !part.isEmpty {
      let isSigned = part.first.map { "=!<>^/∅".contains($0) } ?? false
      read.append(
        try QueryText(isSigned ? part : start + part, separators: [], unless: { _ in true })
      )
    }
    guard !read.isEmpty else { throw Self.missing(",") }
    self = .any(read)
  }

  private init(single text: String) throws(PromptRefusal) {
    if text == "=" {
      self = .empty
    } else if text == "∅" {
      self = .null
    } else if let pattern = Self.pattern(in: text) {
      do { _ = try RegularExpression(pattern) } catch { throw PromptRefusal(error.message) }
      self = .matches(pattern)
    } else if let (sign, comparison) = Self.signs.first(where: { text.hasPrefix($0.0) }) {
      let operand = text.dropFirst(sign.count).trimmed
      guard !operand.isEmpty else { throw Self.missing(sign) }
      self = .comparison(comparison, Self.unquoted(operand) ?? operand)
    } else if let inside = Self.unquoted(text) {
      self = .value(inside)
    } else if let (low, high) = Self.rangeEnds(of: text) {
      self = .range(Self.unquoted(low) ?? low, Self.unquoted(high) ?? high)
    } else {
      let (atStart, atEnd) = (text.hasPrefix("^"), text.hasSuffix("$"))
      let inside = text.dropFirst(atStart ? 1 : 0).dropLast(atEnd && text.count > 1 ? 1 : 0)
      guard atStart || atEnd, !inside.isEmpty else {
        self = .value(text)
        return
      }
      self = .ends(Self.unquoted(String(inside)) ?? String(inside), atStart: atStart, atEnd: atEnd)
    }
  }

  private static let signs: [(String, Qualifier.Operator)] = [
    (">=", .greaterOrEqual), ("<=", .lessOrEqual), (">", .greater), ("<", .less), ("=", .equal),
  ]

  private static func missing(_ sign: String) -> PromptRefusal {
    PromptRefusal("‘\(sign)’ needs a value to compare with; quote it as a text")
  }

  /// The regular expression that a text is: `/re/`.
  package static func pattern(in text: String) -> String? {
    guard text.count > 2, text.hasPrefix("/"), text.hasSuffix("/") else { return nil }
    return String(text.dropFirst().dropLast())
  }

  /// Returns the text without the quotes around it; `nil` when it is not quoted.
  private static func unquoted(_ text: String) -> String? {
    guard let quote = text.first, quote == "\"" || quote == "'", text.count > 1, text.last == quote
    else { return nil }
    return String(text.dropFirst().dropLast())
  }

  /// The ends of `a..b`; of `1...5` the first point belongs to what it stands behind.
  private static func rangeEnds(of text: String) -> (String, String)? {
    guard let first = text.firstRange(of: "..") else { return nil }
    var (low, high) = (text[..<first.lowerBound], text[first.upperBound...])
    if high.first == "." {
      low = text[..<text.index(after: first.lowerBound)]
      high = high.dropFirst()
    }
    return low.isEmpty && high.isEmpty ? nil : (low.trimmed, high.trimmed)
  }

  /// The parts between separators that stand in no quotes; a quote begins where a part or its sign does.
  private static func parts(of text: String, between separator: String) -> [String] {
    var parts: [String] = []
    var (part, quote) = ("", Character?.none)
    var rest = text[...]
    while let character = rest.first {
      if quote == nil, rest.hasPrefix(separator) {
        parts.append(part[...].trimmed)
        part = ""
        rest = rest.dropFirst(separator.count)
        continue
      }
      if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'",
        part.allSatisfy({ $0.isWhitespace || "=!<>^".contains($0) })
      {
        quote = character
      }
      part.append(character)
      rest = rest.dropFirst()
    }
    return parts + [part[...].trimmed]
  }
}
