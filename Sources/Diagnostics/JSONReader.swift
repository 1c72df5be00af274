/// Reads JSON (RFC 8259) and keeps places; says of the usual slips (comments, final commas, single quotes) what they are.
struct JSONReader {
  /// The syntax error at which the reader gave up, as a diagnostic.
  struct Malformed: Error {
    let diagnostic: Diagnostic
  }

  let source: SourceText
  private(set) var diagnostics: [Diagnostic] = []
  private var offset = 0
  private var depth = 0
  /// The hint for an empty text.
  private let start: String?

  init(source: SourceText, start: String? = nil) {
    self.source = source
    self.start = start
    // A byte order mark.
    if source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  private var byte: UInt8? { offset < source.bytes.count ? source.bytes[offset] : nil }

  /// The one value of the text.
  mutating func document() throws(Malformed) -> JSONDocument.Node {
    skipSpace()
    guard byte != nil else { throw fault("the text is empty", start) }
    let root = try value()
    skipSpace()
    if byte != nil { throw fault("there is text after the value; remove it") }
    return root
  }

  private mutating func value() throws(Malformed) -> JSONDocument.Node {
    let start = offset
    let content: JSONDocument.Node.Content
    switch byte {
    case UInt8(ascii: "{"):
      content = .object(try nested { (reader) throws(Malformed) in try reader.members() })
    case UInt8(ascii: "["):
      content = .array(try nested { (reader) throws(Malformed) in try reader.elements() })
    case UInt8(ascii: "\""): content = .string(try string())
    case let digit? where digit == UInt8(ascii: "-") || isDigit(digit):
      content = .number(try number())
    default: content = try word()
    }
    return JSONDocument.Node(content: content, span: SourceSpan(start, offset))
  }

  private mutating func nested<Result>(
    _ body: (inout JSONReader) throws(Malformed) -> Result
  ) throws(Malformed) -> Result {
    guard depth < JSONDocument.depthLimit else {
      throw fault("lists and objects nest more than \(JSONDocument.depthLimit) deep")
    }
    depth += 1
    defer { depth -= 1 }
    offset += 1
    return try body(&self)
  }

  private mutating func members() throws(Malformed) -> [JSONDocument.Member] {
    var members: [JSONDocument.Member] = []
    var names: Set<String> = []
    try items(closedBy: "}") { (reader) throws(Malformed) in
      let start = reader.offset
      guard reader.byte == UInt8(ascii: "\"") else {
        throw reader.fault("a name in double quotes is expected")
      }
      let name = try reader.string()
      let nameSpan = SourceSpan(start, reader.offset)
      reader.skipSpace()
      guard reader.byte == UInt8(ascii: ":") else { throw reader.fault("`:` is expected") }
      reader.offset += 1
      reader.skipSpace()
      let value = try reader.value()
      if names.insert(name).inserted {
        members.append(JSONDocument.Member(name: name, nameSpan: nameSpan, value: value))
      } else {
        reader.diagnostics.append(
          Diagnostic(
            .error,
            id: "duplicate",
            "\"\(name)\" occurs twice; the first is used",
            source: reader.source,
            span: nameSpan
          )
        )
      }
    }
    return members
  }

  private mutating func elements() throws(Malformed) -> [JSONDocument.Node] {
    var elements: [JSONDocument.Node] = []
    try items(closedBy: "]") { (reader) throws(Malformed) in elements.append(try reader.value()) }
    return elements
  }

  private mutating func items(
    closedBy close: Character,
    _ item: (inout JSONReader) throws(Malformed) -> Void
  ) throws(Malformed) {
    let end = close.asciiValue
    skipSpace()
    if byte == end {
      offset += 1
      return
    }
    while true {
      try item(&self)
      skipSpace()
      if byte == end {
        offset += 1
        return
      }
      guard byte == UInt8(ascii: ",") else { throw fault("`,` or `\(close)` is expected") }
      let comma = offset
      offset += 1
      skipSpace()
      if byte == end {
        offset = comma
        throw fault("a value is expected after this comma", "remove it")
      }
    }
  }

  /// `true`, `false` and `null`, or what they were perhaps meant to be.
  private mutating func word() throws(Malformed) -> JSONDocument.Node.Content {
    let start = offset
    while let byte, isLetter(byte) { offset += 1 }
    let word = source.text(in: SourceSpan(start, offset))
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    case "":
      switch byte {
      case nil: throw fault("the text ends where a value is expected")
      case UInt8(ascii: "'"): throw fault("write text in double quotes")
      case UInt8(ascii: "/"), UInt8(ascii: "#"): throw fault("JSON has no comments")
      default: throw fault("a value is expected")
      }
    default:
      let near = nearestName(to: word, in: ["true", "false", "null"])
      throw fault(
        "`\(word)` is not a value",
        near.map { "did you mean `\($0)`?" } ?? "write text in double quotes",
        from: start
      )
    }
  }

  private mutating func number() throws(Malformed) -> String {
    let start = offset
    if byte == UInt8(ascii: "-") { offset += 1 }
    let whole = digits()
    var isFine = whole > 0 && (whole == 1 || source.bytes[offset - whole] != UInt8(ascii: "0"))
    if byte == UInt8(ascii: ".") {
      offset += 1
      isFine = digits() > 0 && isFine
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      offset += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { offset += 1 }
      isFine = digits() > 0 && isFine
    }
    guard isFine else { throw fault("this is not a JSON number", from: start) }
    return source.text(in: SourceSpan(start, offset))
  }

  private mutating func digits() -> Int {
    let start = offset
    while let byte, isDigit(byte) { offset += 1 }
    return offset - start
  }

  private mutating func string() throws(Malformed) -> String {
    let start = offset
    offset += 1
    var bytes: [UInt8] = []
    while let next = byte {
      switch next {
      case UInt8(ascii: "\""):
        offset += 1
        return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"): bytes += Array(String(try escape()).utf8)
      case 0..<0x20:
        throw next == 0x0A || next == 0x0D
          ? fault("the text in quotes does not end on its line", from: start)
          : fault("a control character in a text; write it as \\u00\(hex(next))")
      default:
        bytes.append(next)
        offset += 1
      }
    }
    throw fault("the text in quotes does not end", from: start)
  }

  private mutating func escape() throws(Malformed) -> Character {
    let start = offset
    offset += 1
    defer { offset += 1 }
    guard byte != UInt8(ascii: "u") else {
      guard let scalar = unicodeScalar() else {
        throw fault("\\u takes four hexadecimal digits of a character", from: start)
      }
      return Character(scalar)
    }
    guard let character = byte.flatMap({ Self.escapes[Unicode.Scalar($0)] }) else {
      throw fault("this escape does not exist", "a backslash is written \\\\", from: start)
    }
    return character
  }

  private static let escapes: [Unicode.Scalar: Character] = [
    "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t",
  ]

  private mutating func unicodeScalar() -> Unicode.Scalar? {
    guard let first = codeUnit() else { return nil }
    guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
    guard source.bytes.count > offset + 2, source.bytes[offset + 1] == UInt8(ascii: "\\"),
      source.bytes[offset + 2] == UInt8(ascii: "u")
    else { return nil }
    offset += 2
    guard let second = codeUnit(), UTF16.isTrailSurrogate(second) else { return nil }
    return Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
  }

  private mutating func codeUnit() -> UInt16? {
    guard offset + 4 < source.bytes.count else { return nil }
    let digits = String(decoding: source.bytes[offset + 1...offset + 4], as: UTF8.self)
    guard digits.allSatisfy(\.isHexDigit), let unit = UInt16(digits, radix: 16) else { return nil }
    offset += 4
    return unit
  }

  private mutating func skipSpace() {
    while let byte, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 }
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  private func fault(
    _ message: String,
    _ suggestion: String? = nil,
    from start: Int? = nil
  ) -> Malformed {
    let start = start ?? offset
    let end = min(max(offset, start + 1), source.bytes.count)
    return Malformed(
      diagnostic: Diagnostic(
        .error,
        id: "syntax",
        message,
        source: source,
        span: SourceSpan(start, end),
        suggestion: suggestion
      )
    )
  }
}
