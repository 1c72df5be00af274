import Diagnostics

/// Reads the elements of an XML text; one fault ends the reading.
struct XMLReader: DocumentReader {
  let source: SourceText
  let bytes: [UInt8]
  var position = 0

  /// How deep elements may stand in each other.
  static let depthLimit = 2 * PropertyList.depthLimit + 10

  /// Whether the text looks like XML, and not like the data `<0fbd77>` of an old-style list.
  static func isDocument(_ source: SourceText) -> Bool {
    let text = source.bytes.drop(while: isSpace)
    guard let second = text.dropFirst().first else { return false }
    if second == UInt8(ascii: "?") || second == UInt8(ascii: "!") { return true }
    return isNameStart(second)
      && text.dropFirst().prefix(while: { $0 != UInt8(ascii: ">") }).contains {
        !isSpace($0) && Int(String(decoding: [$0], as: UTF8.self), radix: 16) == nil
      }
  }

  /// The outermost element; around it only comments, instructions and a document type may stand.
  mutating func readDocument() throws(MalformedDocument) -> XMLElement {
    try skipMiscellany(mayHaveDocumentType: true)
    guard isAt("<"), !isAt("<![CDATA[") else {
      throw fault(
        next == nil ? "the file holds no XML element" : "an XML element was expected here"
      )
    }
    let root = try readTree()
    try skipMiscellany(mayHaveDocumentType: false)
    guard position == bytes.count else {
      throw fault("nothing may follow the outermost element")
    }
    return root
  }

  /// An element with everything in it.
  ///
  /// On a stack of its own, so that depth does not end the program.
  private mutating func readTree() throws(MalformedDocument) -> XMLElement {
    var open: [XMLElement] = []
    repeat {
      if isAt("</") {
        guard var element = open.popLast() else { break }
        try readEndTag(of: element)
        element.span.end = position
        guard !open.isEmpty else { return element }
        open[open.count - 1].children.append(.element(element))
      } else if isAt("<!--") {
        try skip(past: "-->", "comment")
      } else if isAt("<?") {
        try skip(past: "?>", "processing instruction")
      } else if isAt("<"), !isAt("<![CDATA[") {
        let (element, isEmpty) = try readStartTag()
        if isEmpty {
          guard !open.isEmpty else { return element }
          open[open.count - 1].children.append(.element(element))
        } else if open.count == Self.depthLimit {
          throw fault(
            "elements nest more than \(Self.depthLimit) deep",
            element.nameSpan
          )
        } else {
          open.append(element)
        }
      } else if position < bytes.count {
        let (text, span) = try readText()
        open[open.count - 1].children.append(.text(text, span))
      } else {
        throw ended(inside: open)
      }
    } while true
    throw fault("an end tag without a start tag", SourceSpan(position, position + 2))
  }

  private func ended(inside open: [XMLElement]) -> MalformedDocument {
    guard let element = open.last else { return fault("the file holds no XML element") }
    let place = source.position(at: element.span.start)
    return ended(
      "inside `<\(element.name)>`, which begins at line \(place.line), column \(place.column)"
    )
  }

  private mutating func skipMiscellany(mayHaveDocumentType: Bool) throws(MalformedDocument) {
    while position < bytes.count {
      if isSpace(bytes[position]) {
        position += 1
      } else if isAt("<?") {
        try skip(past: "?>", "processing instruction")
      } else if isAt("<!--") {
        try skip(past: "-->", "comment")
      } else if mayHaveDocumentType, isAt("<!DOCTYPE") {
        try skipDocumentType()
      } else {
        return
      }
    }
  }

  /// `<!DOCTYPE … [ … ]>`: what it declares is not read.
  private mutating func skipDocumentType() throws(MalformedDocument) {
    let start = position
    var isInside = false
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let quote = bytes[position]
        position += 1
        while position < bytes.count, bytes[position] != quote { position += 1 }
      case UInt8(ascii: "["): isInside = true
      case UInt8(ascii: "]"): isInside = false
      case UInt8(ascii: ">") where !isInside:
        position += 1
        return
      case UInt8(ascii: "<") where isAt("<!--"):
        try skip(past: "-->", "comment")
        continue
      default: break
      }
      position += 1
    }
    throw unended("document type", from: start)
  }

  /// Goes behind the next `end`.
  mutating func skip(past end: StaticString, _ what: String) throws(MalformedDocument) {
    let start = position
    while position < bytes.count, !isAt(end) { position += 1 }
    guard position < bytes.count else { throw unended(what, from: start) }
    position += end.utf8CodeUnitCount
  }

  func unended(_ what: String, from start: Int) -> MalformedDocument {
    fault(
      "the \(what) that begins here does not end",
      SourceSpan(start, start + 1),
      suggestion: MalformedDocument.cutSuggestion
    )
  }

  func isAt(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    return text.withUTF8Buffer { bytes[position..<(position + count)].elementsEqual($0) }
  }

  static func isNameStart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...0xFF:
      true
    default: false
    }
  }

  static func isName(_ byte: UInt8) -> Bool {
    isNameStart(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }
}
