import Diagnostics

extension OpenStepReader {
  /// Goes over white space and comments.
  mutating func skipSpace() throws(MalformedDocument) {
    while let byte = next {
      if isSpace(byte) {
        position += 1
      } else if isLineSeparator {
        position += 3
      } else if byte == UInt8(ascii: "/"), following == UInt8(ascii: "/") {
        while let byte = next, byte != 0x0A, byte != 0x0D, !isLineSeparator { position += 1 }
      } else if byte == UInt8(ascii: "/"), following == UInt8(ascii: "*") {
        try skipComment()
      } else {
        return
      }
    }
  }

  private mutating func skipComment() throws(MalformedDocument) {
    let start = position
    position += 2
    while next != UInt8(ascii: "*") || following != UInt8(ascii: "/") {
      guard next != nil else {
        throw fault("the comment that begins here does not end", SourceSpan(start, start + 2))
      }
      position += 1
    }
    position += 2
  }

  private var following: UInt8? { position + 1 < bytes.count ? bytes[position + 1] : nil }

  /// U+2028 and U+2029 break lines too.
  private var isLineSeparator: Bool {
    guard bytes[position] == 0xE2, position + 2 < bytes.count, bytes[position + 1] == 0x80 else {
      return false
    }
    return bytes[position + 2] == 0xA8 || bytes[position + 2] == 0xA9
  }

  /// A string without quotes; comments do not begin inside it, for `jdbc:mysql://localhost/` is one word.
  mutating func readWord(_ expected: String) throws(MalformedDocument) -> String {
    let start = position
    while let byte = next, Self.isWord(byte), !isLineSeparator { position += 1 }
    guard position > start else {
      guard next != nil else { throw ended("where \(expected) was expected") }
      throw fault(
        "\(expected) was expected here",
        suggestion: "quote a string that has more than letters, digits and _$/:.-"
      )
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// More than Apple's readers take, for people forget quotes; nothing that means something elsewhere.
  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...0xFF:
      true
    default: "_$/:.-+@*%&!?~^|#".utf8.contains(byte)
    }
  }

  /// `"…"` or `'…'` with its escapes.
  mutating func readQuoted() throws(MalformedDocument) -> String {
    let start = position
    let quote = bytes[position]
    position += 1
    var text: [UInt8] = []
    while let byte = next, byte != quote {
      if byte == UInt8(ascii: "\\") {
        try readEscape(into: &text)
      } else {
        text.append(byte)
        position += 1
      }
    }
    guard next != nil else {
      throw fault(
        "the string that begins here does not end",
        SourceSpan(start, start + 1),
        suggestion: "close it with `\(Character(Unicode.Scalar(quote)))`"
      )
    }
    position += 1
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads an escape sequence that starts with a backslash.
  private mutating func readEscape(into text: inout [UInt8]) throws(MalformedDocument) {
    position += 1
    guard let byte = next else { return }
    switch byte {
    case UInt8(ascii: "U"), UInt8(ascii: "u"):
      let start = position - 1
      guard let unit = readUnit() else {
        throw fault(
          "`\\U` takes four hexadecimal digits",
          SourceSpan(start, min(position + 1, bytes.count))
        )
      }
      text += Array(String(Character(readScalar(after: unit))).utf8)
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      var number = 0
      var digits = 0
      while digits < 3, let byte = next, (0x30...0x37).contains(byte) {
        number = number * 8 + Int(byte - 0x30)
        digits += 1
        position += 1
      }
      // Above ASCII these are the numbers of NeXTSTEP's own encoding.
      let scalar = SingleByteEncoding.nextStep.scalar(UInt8(truncatingIfNeeded: number))
      text += Array(String(Character(scalar)).utf8)
    default:
      position += 1
      text.append(Self.controls[byte] ?? byte)
    }
  }

  private static let controls: [UInt8: UInt8] = [
    UInt8(ascii: "a"): 0x07, UInt8(ascii: "b"): 0x08, UInt8(ascii: "t"): 0x09,
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "v"): 0x0B, UInt8(ascii: "f"): 0x0C,
    UInt8(ascii: "r"): 0x0D,
  ]

  /// `Uxxxx`; nothing is read when digits are missing.
  private mutating func readUnit() -> UInt16? {
    let digits = bytes[(position + 1)...].prefix(4)
    guard digits.count == 4, let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16),
      digits.first != UInt8(ascii: "+")
    else { return nil }
    position += 5
    return unit
  }

  /// The character of a UTF-16 unit, with the second half behind it if it is a first half.
  private mutating func readScalar(after unit: UInt16) -> Unicode.Scalar {
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let start = position
    if UTF16.isLeadSurrogate(unit), next == UInt8(ascii: "\\"),
      following == UInt8(ascii: "U") || following == UInt8(ascii: "u")
    {
      position += 1
      if let second = readUnit(), UTF16.isTrailSurrogate(second) {
        return UTF16.decode(UTF16.EncodedScalar([unit, second]))
      }
      position = start
    }
    return "\u{FFFD}"
  }
}
