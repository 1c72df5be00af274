/// Turns the bytes of a text file into a text, whatever its encoding.
enum TextDecoding {
  /// The text, without a byte order mark.
  ///
  /// A byte order mark decides; without one zero bytes tell UTF-16, an XML declaration names the encoding, and what
  /// is no UTF-8 is taken for Mac OS Roman, in which old files were written.
  static func text(of bytes: [UInt8], name: String) throws(MalformedDocument) -> String {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return try utf8(bytes.dropFirst(3), name) }
    if bytes.starts(with: [0xFF, 0xFE]) {
      return try utf16(bytes.dropFirst(2), name, isBig: false)
    }
    if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes.dropFirst(2), name, isBig: true) }
    if bytes.count >= 2, bytes.count.isMultiple(of: 2) {
      if bytes[0] == 0, bytes[1] != 0 { return try utf16(bytes[...], name, isBig: true) }
      if bytes[0] != 0, bytes[1] == 0 { return try utf16(bytes[...], name, isBig: false) }
    }
    switch declaredEncoding(of: bytes) {
    case nil:
      if let text = String(validating: bytes, as: UTF8.self) { return text }
      return SingleByteEncoding.macRoman.text(of: bytes)
    case "utf-8", "utf8", "us-ascii", "ascii": return try utf8(bytes[...], name)
    case "iso-8859-1", "latin1": return SingleByteEncoding.latin1.text(of: bytes)
    case "windows-1252", "cp1252": return SingleByteEncoding.windows1252.text(of: bytes)
    case "macintosh", "x-mac-roman", "macroman": return SingleByteEncoding.macRoman.text(of: bytes)
    case .some(let encoding):
      throw MalformedDocument(
        "the text declares the unsupported encoding `\(encoding)`",
        file: name,
        suggestion: "save it as UTF-8"
      )
    }
  }

  private static func utf8(
    _ bytes: ArraySlice<UInt8>,
    _ name: String
  ) throws(MalformedDocument) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    throw MalformedDocument(
      "the text is declared as UTF-8 but is not valid UTF-8",
      file: name,
      suggestion: "save it as UTF-8, or correct the declaration of its encoding"
    )
  }

  private static func utf16(
    _ bytes: ArraySlice<UInt8>,
    _ name: String,
    isBig: Bool
  ) throws(MalformedDocument) -> String {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBig ? first << 8 | second : second << 8 | first
    }
    if bytes.count.isMultiple(of: 2), let text = String(validating: units, as: UTF16.self) {
      return text
    }
    throw MalformedDocument(
      "the text is not valid UTF-16",
      file: name,
      suggestion: MalformedDocument.cutSuggestion
    )
  }

  /// Returns the encoding named in an XML declaration, in lower case; `nil` when there is none.
  private static func declaredEncoding(of bytes: [UInt8]) -> String? {
    guard bytes.starts(with: "<?xml".utf8) else { return nil }
    let declaration = Array(bytes.prefix(200).prefix { $0 != UInt8(ascii: ">") })
    let word = Array("encoding".utf8)
    guard
      let start = declaration.indices.first(where: { declaration[$0...].starts(with: word) })
    else { return nil }
    let rest = declaration[(start + word.count)...].drop { isSpace($0) || $0 == UInt8(ascii: "=") }
    guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return nil
    }
    return String(decoding: rest.dropFirst().prefix { $0 != quote }, as: UTF8.self).lowercased()
  }
}
