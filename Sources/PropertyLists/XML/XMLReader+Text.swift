import Diagnostics

extension XMLReader {
  /// The characters up to the next tag, comment or instruction.
  mutating func readText() throws(MalformedDocument) -> (String, SourceSpan) {
    let start = position
    var text: [UInt8] = []
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "<"):
        guard isAt("<![CDATA[") else {
          return (String(decoding: text, as: UTF8.self), SourceSpan(start, position))
        }
        try readCharacterData(into: &text)
      case UInt8(ascii: "&"): text += try readReference()
      default: try readCharacter(into: &text)
      }
    }
    return (String(decoding: text, as: UTF8.self), SourceSpan(start, position))
  }

  /// `<![CDATA[ … ]]>`, in which nothing but its end means anything.
  private mutating func readCharacterData(into text: inout [UInt8]) throws(MalformedDocument) {
    let start = position
    position += 9
    while position < bytes.count, !isAt("]]>") { try readCharacter(into: &text) }
    guard position < bytes.count else { throw unended("CDATA section", from: start) }
    position += 3
  }

  /// A byte of a character, or a line break of any kind as one line feed.
  private mutating func readCharacter(into text: inout [UInt8]) throws(MalformedDocument) {
    if bytes[position] == UInt8(ascii: "\r") {
      text.append(UInt8(ascii: "\n"))
      position += isAt("\r\n") ? 2 : 1
    } else {
      try text.append(readCharacterByte())
    }
  }

  /// A byte of a character; control characters cannot stand in XML.
  mutating func readCharacterByte() throws(MalformedDocument) -> UInt8 {
    let byte = bytes[position]
    guard byte >= 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else {
      throw fault("the control character \(byte) is not allowed in XML")
    }
    position += 1
    return byte
  }

  /// `&lt;`, `&#233;` or `&#xE9;`, as UTF-8.
  mutating func readReference() throws(MalformedDocument) -> [UInt8] {
    let start = position
    let end = bytes[position...].prefix(40).firstIndex(of: UInt8(ascii: ";"))
    guard let end else {
      throw fault(
        "`&` begins an entity without a `;`",
        suggestion: "write `&amp;` for the character itself"
      )
    }
    let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
    position = end + 1
    guard let scalar = Self.scalar(ofEntity: name) else {
      throw fault(
        name.hasPrefix("#")
          ? "`&\(name);` is not a character" : "the entity `&\(name);` is unknown",
        SourceSpan(start, position),
        suggestion: "entities are &lt; &gt; &amp; &quot; &apos; and &#…;"
      )
    }
    return Array(String(Character(scalar)).utf8)
  }

  private static func scalar(ofEntity name: String) -> Unicode.Scalar? {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let isHexadecimal = name.hasPrefix("#x")
      let digits = name.dropFirst(isHexadecimal ? 2 : 1)
      guard name.hasPrefix("#"), digits.first != "+", digits.first != "-",
        let number = UInt32(digits, radix: isHexadecimal ? 16 : 10), number != 0
      else { return nil }
      return Unicode.Scalar(number)
    }
  }
}
