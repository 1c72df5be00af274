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
      if isDigit(byte(1)) { lexNumber() } else { lexUnknown() }
    case UInt8(ascii: "$"):
      index += 1
      guard let path = lexPath(quotedFirst: true) else {
        report("bad-variable", "a name must follow `$`", from: start)
        return append(.invalid, from: start, isFaulty: true)
      }
      append(.variable(path.path), from: start, isFaulty: path.isFaulty)
    case UInt8(ascii: "@") where isDateStart:
      lexDate()
    case UInt8(ascii: "*"):
      lexConstant()
    case UInt8(ascii: "x") where byte(1) == UInt8(ascii: "'"),
      UInt8(ascii: "X") where byte(1) == UInt8(ascii: "'"):
      lexData()
    default:
      if !lexSymbol() { lexName() }
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
    guard byte() == UInt8(ascii: ".") else {
      return (PropertyPath(components: [first]), false)
    }
    var components = [first]
    while byte() == UInt8(ascii: ".") {
      index += 1
      guard let part = lexPathPart(quoted: true) else {
        report(
          "bad-path",
          "a name must follow the point, without a space",
          from: index - 1
        )
        // What else hangs on belongs to the same mistake.
        while byte() == UInt8(ascii: ".") || lexPathPart(quoted: false) != nil {
          if byte() == UInt8(ascii: ".") { index += 1 }
        }
        return (PropertyPath(components: components), true)
      }
      components.append(part)
      guard components.count <= Self.maximumPathLength else {
        return (PropertyPath(components: components), skipLongPath())
      }
    }
    return (PropertyPath(components: components), false)
  }

  /// Skips what is left of a path with too many names, and reports it.
  private mutating func skipLongPath() -> Bool {
    let start = index
    while byte() == UInt8(ascii: ".") || lexPathPart(quoted: false) != nil {
      if byte() == UInt8(ascii: ".") { index += 1 }
    }
    report(
      "bad-path",
      "a path has at most \(Self.maximumPathLength) names",
      from: start,
      suggestion: "begin nearer to what is read"
    )
    return true
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

  private mutating func lexSymbol() -> Bool {
    let start = index
    let second = byte(1)
    let (symbol, length): (Token.Symbol, Int)
    switch (bytes[index], second) {
    case (UInt8(ascii: "("), _): (symbol, length) = (.leftParenthesis, 1)
    case (UInt8(ascii: ")"), _): (symbol, length) = (.rightParenthesis, 1)
    case (UInt8(ascii: "["), _): (symbol, length) = (.leftBracket, 1)
    case (UInt8(ascii: "]"), _): (symbol, length) = (.rightBracket, 1)
    case (UInt8(ascii: "{"), _): (symbol, length) = (.leftBrace, 1)
    case (UInt8(ascii: "}"), _): (symbol, length) = (.rightBrace, 1)
    case (UInt8(ascii: ","), _): (symbol, length) = (.comma, 1)
    case (UInt8(ascii: ";"), _): (symbol, length) = (.semicolon, 1)
    case (UInt8(ascii: ":"), _): (symbol, length) = (.colon, 1)
    case (UInt8(ascii: "="), UInt8(ascii: "=")): (symbol, length) = (.equal, 2)
    case (UInt8(ascii: "="), UInt8(ascii: ">")): (symbol, length) = (.arrow, 2)
    case (UInt8(ascii: "="), UInt8(ascii: "<")): (symbol, length) = (.lessOrEqual, 2)
    case (UInt8(ascii: "="), _): (symbol, length) = (.equal, 1)
    case (UInt8(ascii: "!"), UInt8(ascii: "=")): (symbol, length) = (.notEqual, 2)
    case (UInt8(ascii: "!"), _): (symbol, length) = (.bang, 1)
    case (UInt8(ascii: "<"), UInt8(ascii: "=")): (symbol, length) = (.lessOrEqual, 2)
    case (UInt8(ascii: "<"), UInt8(ascii: ">")): (symbol, length) = (.notEqual, 2)
    case (UInt8(ascii: "<"), _): (symbol, length) = (.less, 1)
    case (UInt8(ascii: ">"), UInt8(ascii: "=")): (symbol, length) = (.greaterOrEqual, 2)
    case (UInt8(ascii: ">"), _): (symbol, length) = (.greater, 1)
    case (UInt8(ascii: "&"), UInt8(ascii: "&")): (symbol, length) = (.ampersands, 2)
    case (UInt8(ascii: "|"), UInt8(ascii: "|")): (symbol, length) = (.bars, 2)
    case (UInt8(ascii: "+"), _): (symbol, length) = (.plus, 1)
    case (UInt8(ascii: "-"), UInt8(ascii: ">")):
      index += 2
      report(
        "bad-arrow",
        "`->` is no arrow of this language",
        from: start,
        suggestion: "write `=>`"
      )
      append(.symbol(.arrow), from: start, isFaulty: true)
      return true
    case (UInt8(ascii: "-"), _): (symbol, length) = (.minus, 1)
    default: return false
    }
    index += length
    append(.symbol(symbol), from: start)
    return true
  }

  /// `*true*` and `*false*`.
  private mutating func lexConstant() {
    let start = index
    index += 1
    while let length = nameScalarLength(isFirst: true) { index += length }
    let word = String(decoding: bytes[(start + 1)..<index], as: UTF8.self).lowercased()
    if word == "true" || word == "false", byte() == UInt8(ascii: "*") {
      index += 1
      return append(.constant(word == "true"), from: start)
    }
    let near = nearestName(to: word, in: ["true", "false"])
    if byte() == UInt8(ascii: "*") { index += 1 }
    report(
      "bad-constant",
      "`*` stands only in `*true*` and `*false*`; a pattern is quoted",
      from: start,
      suggestion: near.map { "*\($0)*" }
    )
    append(.invalid, from: start, isFaulty: true)
  }

  /// A character no token begins with; typographic quotes take their text with them.
  private mutating func lexUnknown() {
    let start = index
    if bytes[index] == UInt8(ascii: "%"), byte(1) == UInt8(ascii: "@") || byte(1) | 0x20 > 0x60 {
      index += 2
      report(
        "format-argument",
        "`\(text(from: start))` has no value here",
        from: start,
        suggestion: "write the value itself, or a $variable"
      )
      return append(.invalid, from: start, isFaulty: true)
    }
    guard bytes[index] >= 0x80 else {
      index += 1
      report(
        "bad-character",
        "`\(visible(text(from: start)))` means nothing here",
        from: start,
        suggestion: Self.meanings[bytes[start]]
      )
      return append(.invalid, from: start, isFaulty: true)
    }
    let (scalar, length) = decodeScalar(at: index)
    index += length
    guard "‘’“”«»„‚".unicodeScalars.contains(scalar) else {
      report(
        "bad-character",
        "`\(visible(text(from: start)))` means nothing here",
        from: start,
        suggestion: scalar.isInvisible ? "take it out: it cannot be seen" : nil
      )
      return append(.invalid, from: start, isFaulty: true)
    }
    while index < end, !isLineBreak(bytes[index]) {
      let (next, length) = bytes[index] < 0x80 ? (" ", 1) : decodeScalar(at: index)
      index += length
      if "‘’“”«»".unicodeScalars.contains(next) { break }
    }
    report(
      "bad-quote",
      "texts stand in straight quotes",
      from: start,
      suggestion: "write ' or \" around it"
    )
    append(.invalid, from: start, isFaulty: true)
  }

  /// What people mean by characters that other languages use.
  private static let meanings = [
    UInt8(ascii: "&"): "write `and`", UInt8(ascii: "|"): "write `or`",
    UInt8(ascii: "~"): "write `matches`", UInt8(ascii: "\\"): "a text stands in quotes",
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
  /// It can begin a name; what cannot be seen does not, so that two names that look alike are one.
  var startsName: Bool { self == "_" || properties.isXIDStart && !isInvisible }

  /// It can go on with a name.
  var continuesName: Bool { self == "_" || properties.isXIDContinue && !isInvisible }

  /// It is seen neither alone nor by what it does to others.
  var isInvisible: Bool { isHidden || !isASCII && properties.isDefaultIgnorableCodePoint }
}
