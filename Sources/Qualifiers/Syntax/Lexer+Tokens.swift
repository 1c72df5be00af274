import Diagnostics

extension Lexer {
  /// Reads the token that begins here.
  mutating func lexToken() {
    let start = index
    switch bytes[index] {
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      lexString()
    case UInt8(ascii: "`"):
      lexTemplate()
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      lexNumber()
    case UInt8(ascii: "."):
      if isDigit(byte(1)) {
        lexNumber()
      } else if index == bracketEnd, byte(1) == UInt8(ascii: "@") {
        lexSuffix()
      } else {
        lexUnknown()
      }
    case UInt8(ascii: "$"):
      index += 1
      guard let path = lexPath(quotedFirst: true) else {
        return report("bad-variable", "a name must follow `$`", from: start, as: .invalid)
      }
      append(.variable(path.path), from: start, isFaulty: path.isFaulty)
    case UInt8(ascii: "@") where isDateStart:
      lexDate()
    case UInt8(ascii: "*"):
      lexStar()
    case UInt8(ascii: "%") where !endsValue && isFormatArgument:
      lexUnknown()
    case UInt8(ascii: "x") where byte(1) == UInt8(ascii: "'"),
      UInt8(ascii: "X") where byte(1) == UInt8(ascii: "'"):
      lexData()
    default:
      if nameScalarLength(isFirst: true) != nil || !lexSymbol() { lexName() }
    }
  }

  private mutating func lexName() {
    let start = index
    let isEscaped = byte() == UInt8(ascii: "\\")
    var isSwift = false
    if isEscaped {
      index += 1
      isSwift = byte() == UInt8(ascii: ".")
      if isSwift { index += 1 }
    }
    guard let found = lexPath(quotedFirst: isEscaped) else {
      index = start
      return lexUnknown()
    }
    if isSwift {
      report(
        "swift-path",
        "`\\.` begins a path in Swift, not here",
        from: start,
        suggestion: "write \(found.path)"
      )
    }
    let word = isEscaped || found.path.components.count > 1 ? nil : found.path.first
    append(
      .path(found.path),
      from: start,
      keyword: word.flatMap(Keyword.init(word:)),
      isFaulty: found.isFaulty || isSwift
    )
  }

  /// How many names a path may have.
  private static let maximumPathLength = 100

  /// Reads `a.b.@count`; parts that are no plain names may be quoted behind a dot, and first where allowed.
  private mutating func lexPath(quotedFirst: Bool) -> (path: PropertyPath, isFaulty: Bool)? {
    guard let first = lexPathPart(quoted: quotedFirst) else { return nil }
    var components = [first]
    while byte() == UInt8(ascii: ".") {
      index += 1
      guard let part = lexPathPart(quoted: true) else {
        report("bad-path", "a name must follow the point, without a space", from: index - 1)
        skipRestOfPath()
        return (PropertyPath(components: components), true)
      }
      components.append(part)
      guard components.count <= Self.maximumPathLength else {
        let start = index
        skipRestOfPath()
        report(
          "bad-path",
          "a path has at most \(Self.maximumPathLength) names",
          from: start,
          suggestion: "start the path closer to the value"
        )
        return (PropertyPath(components: components), true)
      }
    }
    return (PropertyPath(components: components), false)
  }

  /// Skips what hangs on behind a mistake in a path: it belongs to the same mistake.
  private mutating func skipRestOfPath() {
    while byte() == UInt8(ascii: ".") || lexPathPart(quoted: false) != nil {
      if byte() == UInt8(ascii: ".") { index += 1 }
    }
  }

  private mutating func lexPathPart(quoted: Bool) -> String? {
    if quoted, byte() == UInt8(ascii: "'") || byte() == UInt8(ascii: "\"") {
      let start = index
      guard let text = scanString(quote: bytes[index]) else {
        index = start
        return nil
      }
      return text
    }
    let start = index
    if byte() == UInt8(ascii: "@") { index += 1 }
    guard let first = nameScalarLength(isFirst: true) else {
      index = start
      return nil
    }
    index += first
    while let length = nameScalarLength(isFirst: false) { index += length }
    return text(from: start)
  }

  /// The length of the scalar here when it can stand in a name.
  func nameScalarLength(isFirst: Bool) -> Int? {
    guard index < end else { return nil }
    switch bytes[index] {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      return 1
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return isFirst ? nil : 1
    case 0x80...:
      let (scalar, length) = decodeScalar(at: index)
      return (isFirst ? scalar.startsName : scalar.continuesName) ? length : nil
    default:
      return nil
    }
  }

  func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  // MARK: Symbols

  /// The symbols by their one or two characters, packed into a number, with other spellings of some.
  private static let symbols: [UInt16: Token.Symbol] = {
    let others: [String: Token.Symbol] = [
      "==": .equal, "=<": .lessOrEqual, "<>": .notEqual, "->": .arrow,
    ]
    let all = Token.Symbol.allCases.map { ($0.rawValue, $0) } + others.map { ($0, $1) }
    return Dictionary(
      uniqueKeysWithValues: all.map { ($0.utf8.reduce(0) { $0 << 8 | UInt16($1) }, $1) }
    )
  }()

  private mutating func lexSymbol() -> Bool {
    let start = index
    let first = UInt16(bytes[start])
    let pair = Self.symbols[first << 8 | UInt16(byte(1))]
    guard let symbol = pair ?? Self.symbols[first] else { return false }
    index += pair == nil ? 1 : 2
    if symbol == .arrow, bytes[start] == UInt8(ascii: "-") {
      report(
        "bad-arrow",
        "`->` is not an arrow of this language",
        from: start,
        suggestion: "write `=>`",
        as: .symbol(.arrow)
      )
    } else {
      append(.symbol(symbol), from: start)
    }
    return true
  }

  /// `.@sum.amount` behind the `]` of a condition for related rows.
  private mutating func lexSuffix() {
    let start = index
    index += 1
    guard let found = lexPath(quotedFirst: false) else { return lexUnknown() }
    append(.suffix(found.path), from: start, isFaulty: found.isFaulty)
  }

  /// `*true*`, `*false*`, or a multiplication.
  private mutating func lexStar() {
    let start = index
    index += 1
    let isOperator = startsLine ? nameScalarLength(isFirst: true) == nil : endsValue
    while let length = nameScalarLength(isFirst: true) { index += length }
    let word = String(decoding: bytes[(start + 1)..<index], as: UTF8.self).lowercased()
    if word == "true" || word == "false", byte() == UInt8(ascii: "*") {
      index += 1
      return append(.constant(word == "true"), from: start)
    }
    guard !isOperator else {
      index = start + 1
      return append(.symbol(.times), from: start)
    }
    let near = nearestName(to: word, in: ["true", "false"])
    if byte() == UInt8(ascii: "*") { index += 1 }
    report(
      "bad-constant",
      "a value is missing before `*`; quote a pattern",
      from: start,
      suggestion: near.map { "*\($0)*" },
      as: .invalid
    )
  }

  /// Whether `%@` or `%d` stands here, as in format strings of Cocoa.
  private var isFormatArgument: Bool { byte(1) == UInt8(ascii: "@") || byte(1) | 0x20 > 0x60 }

  /// A character no token begins with; typographic quotes take their text with them.
  private mutating func lexUnknown() {
    let start = index
    if bytes[index] == UInt8(ascii: "%"), isFormatArgument {
      index += 2
      return report(
        "format-argument",
        "`\(text(from: start))` has no value here",
        from: start,
        suggestion: "write the value itself, or a $variable",
        as: .invalid
      )
    }
    let (scalar, length): (Unicode.Scalar?, Int) =
      bytes[index] < 0x80 ? (nil, 1) : decodeScalar(at: index)
    index += length
    guard let scalar, "‘’“”«»„‚".unicodeScalars.contains(scalar) else {
      let isInvisible = scalar?.isInvisible == true
      return report(
        "bad-character",
        "`\(visible(text(from: start)))` means nothing here",
        from: start,
        suggestion: isInvisible ? "remove the invisible character" : Self.meanings[bytes[start]],
        as: .invalid
      )
    }
    while index < end, !isLineBreak(bytes[index]) {
      let (next, length) = bytes[index] < 0x80 ? (" ", 1) : decodeScalar(at: index)
      index += length
      if "‘’“”«»".unicodeScalars.contains(next) { break }
    }
    report(
      "bad-quote",
      "write text in straight quotes",
      from: start,
      suggestion: "write ' or \" around it",
      as: .invalid
    )
  }

  /// The suggestions for operators of other languages.
  private static let meanings = [
    UInt8(ascii: "&"): "write `and`", UInt8(ascii: "|"): "write `or`",
    UInt8(ascii: "~"): "write `matches`", UInt8(ascii: "\\"): "write text in quotes",
  ]

  /// A character as it can safely be printed.
  private func visible(_ text: String) -> String {
    text.unicodeScalars.map { $0.isInvisible ? $0.codePoint : String($0) }.joined()
  }

  func isLineBreak(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}

extension Unicode.Scalar {
  /// Whether the character can begin a name; invisible ones cannot, so that names that look alike are equal.
  var startsName: Bool { self == "_" || properties.isXIDStart && !isInvisible }

  /// Whether the character can continue a name; invisible ones cannot.
  var continuesName: Bool { self == "_" || properties.isXIDContinue && !isInvisible }

  /// Whether the character is invisible and has no visible effect on others.
  var isInvisible: Bool { isHidden || !isASCII && properties.isDefaultIgnorableCodePoint }
}
