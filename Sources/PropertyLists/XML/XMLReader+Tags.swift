import Diagnostics

extension XMLReader {
  /// `<name a="b">` or `<name/>`; whether it is the latter.
  mutating func readStartTag() throws(MalformedDocument) -> (XMLElement, isEmpty: Bool) {
    let start = position
    position += 1
    let nameStart = position
    let name = try readName("an element's name")
    let nameSpan = SourceSpan(nameStart, position)
    var attributes: [XMLElement.Attribute] = []
    var names: Set<String> = []
    while true {
      let hadSpace = skipSpace()
      if isAt(">") || isAt("/>") {
        let isEmpty = isAt("/>")
        position += isEmpty ? 2 : 1
        let span = SourceSpan(start, position)
        return (
          XMLElement(name: name, attributes: attributes, span: span, nameSpan: nameSpan), isEmpty
        )
      }
      guard position < bytes.count else { throw unended("tag `<\(name)`", from: start) }
      guard hadSpace else { throw fault("this does not belong in the tag `<\(name)>`") }
      let attributeStart = position
      let attribute = try readAttribute(of: name, from: start)
      guard names.insert(attribute.name).inserted else {
        throw fault(
          "`<\(name)>` has the attribute `\(attribute.name)` twice",
          SourceSpan(attributeStart, position)
        )
      }
      attributes.append(attribute)
    }
  }

  private mutating func readAttribute(
    of element: String,
    from start: Int
  ) throws(MalformedDocument) -> XMLElement.Attribute {
    let name = try readName("an attribute's name")
    skipSpace()
    guard isAt("=") else {
      throw position < bytes.count
        ? fault("the attribute `\(name)` has no value", suggestion: "write `\(name)=\"…\"`")
        : unended("tag `<\(element)`", from: start)
    }
    position += 1
    skipSpace()
    guard position < bytes.count else { throw unended("tag `<\(element)`", from: start) }
    let quote = bytes[position]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw fault("the value of the attribute `\(name)` needs quotes")
    }
    position += 1
    let valueStart = position
    var value: [UInt8] = []
    while position < bytes.count, bytes[position] != quote {
      switch bytes[position] {
      case UInt8(ascii: "&"): value += try readReference()
      case UInt8(ascii: "<"):
        throw fault("`<` must be written `&lt;` in an attribute's value")
      case UInt8(ascii: "\r") where position + 1 < bytes.count && bytes[position + 1] == 0x0A:
        position += 1
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
        value.append(UInt8(ascii: " "))
        position += 1
      default:
        try value.append(readCharacterByte())
      }
    }
    guard position < bytes.count else {
      throw unended("value of the attribute `\(name)`", from: valueStart - 1)
    }
    let span = SourceSpan(valueStart, position)
    position += 1
    return XMLElement.Attribute(
      name: name,
      value: String(decoding: value, as: UTF8.self),
      span: span
    )
  }

  /// `</name>`, which must be the end tag of `element`.
  mutating func readEndTag(of element: XMLElement) throws(MalformedDocument) {
    let start = position
    position += 2
    let name = try readName("an element's name")
    skipSpace()
    guard isAt(">") else {
      throw position < bytes.count
        ? fault("this does not belong in the tag `</\(name)>`")
        : unended("tag `</\(name)`", from: start)
    }
    position += 1
    guard name == element.name else {
      let line = source.position(at: element.span.start).line
      throw fault(
        "`</\(name)>` does not end `<\(element.name)>` of line \(line)",
        SourceSpan(start, position),
        suggestion: "write `</\(element.name)>` before it"
      )
    }
  }

  private mutating func readName(_ what: String) throws(MalformedDocument) -> String {
    let start = position
    guard let first = next else { throw ended("where \(what) was expected") }
    guard Self.isNameStart(first) else { throw fault("\(what) was expected here") }
    while position < bytes.count, Self.isName(bytes[position]) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = position
    while position < bytes.count, isSpace(bytes[position]) { position += 1 }
    return position > start
  }
}
