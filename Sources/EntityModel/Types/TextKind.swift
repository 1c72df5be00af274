/// The kind of a text: link, machine-made identifier, JSON, words for people, or other.
///
/// Columns with words are preferred as labels of objects.
enum TextKind: Sendable {
  /// A URL or an address of another scheme, or the path of a file.
  case link
  /// A UUID, a hash, an encoded key: what programs make up.
  case machine
  case json
  /// Anything that people read, a single word too.
  case words
  /// Numbers, dates, and signs that are none of these.
  case other

  /// The kind of a text without blanks before it, of which the beginning is enough.
  init(_ text: Substring) {
    var text = String(text)
    self = text.withUTF8 { Self.kind(of: $0) }
  }

  private static func kind(of bytes: UnsafeBufferPointer<UInt8>) -> Self {
    guard let first = bytes.first, let last = bytes.last else { return .other }
    // One pass counts all that is asked of the letters below.
    var (digits, letters, hexadecimal, spaces, dashes, codes) = (0, 0, 0, 0, 0, 0)
    for byte in bytes {
      if byte.isDigit {
        digits += 1
        hexadecimal += 1
      } else if byte.isLetter || byte >= 0x80 {
        letters += 1
        if byte.isHexadecimal { hexadecimal += 1 }
      } else if byte == 0x20 {
        spaces += 1
      } else if byte == 0x2D {
        dashes += 1
      } else if byte == 0x2B || byte == 0x3D || byte == 0x2F {
        codes += 1
      }
    }
    let count = bytes.count
    // With its braces or without them.
    if dashes == 4, hexadecimal == 32, count <= 38 { return .machine }
    if first == 0x7B || first == 0x5B, last == 0x7D || last == 0x5D || count > 60 { return .json }
    if isLink(bytes) { return .link }
    if count >= 16, spaces == 0, digits > 0 {
      if hexadecimal == count { return .machine }
      if count >= 20, letters > 0, digits + letters + codes == count { return .machine }
    }
    if count <= 5, isTruth(bytes) { return .other }
    return (letters + spaces) * 2 > count && letters > 0 ? .words : .other
  }

  private static func isTruth(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    ["true", "false", "yes", "no", "on", "off"].contains(
      String(decoding: bytes, as: UTF8.self).lowercased()
    )
  }

  private static func isLink(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if bytes[0] == 0x2F || bytes[0] == 0x2E {
      return bytes.dropFirst(2).contains(0x2F) && !bytes.contains(0x20)
    }
    guard bytes[0].isLetter, let end = bytes.firstIndex(of: 0x3A), end < 16 else {
      return bytes.count > 4 && String(decoding: bytes.prefix(4), as: UTF8.self) == "www."
    }
    let rest = bytes[(end + 1)...]
    if rest.first == 0x5C { return end == 1 }
    if rest.starts(with: [0x2F, 0x2F]) { return true }
    let scheme = String(decoding: bytes[..<end], as: UTF8.self).lowercased()
    return ["mailto", "data", "place", "about", "urn"].contains(scheme)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self &- 0x30 < 10 }
  fileprivate var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  fileprivate var isHexadecimal: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
}
