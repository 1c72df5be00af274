/// A text format for tables, CSV (RFC 4180) or TSV, with functions that write records.
///
/// A missing value means null; an empty text is quoted.
package enum SeparatedValues: String {
  case csv, tsv

  /// The byte between two values.
  package var separator: UInt8 { (self == .csv ? FieldSeparator.comma : .tab).rawValue }

  /// One record with its line end.
  package func line(_ values: [String?]) -> String {
    var line: [UInt8] = []
    append(values, to: &line)
    return String(decoding: line, as: UTF8.self)
  }

  /// Appends one record with its line end.
  package func append(_ values: [String?], to output: inout [UInt8]) {
    for (index, value) in values.enumerated() {
      if index > 0 { output.append(separator) }
      if let value { append(value, to: &output) }
    }
    output.append(0x0A)
  }

  /// Whether a spreadsheet that opens the file would compute the text instead of showing it: it begins with `=`, `+`, `-`,
  /// `@`, a tab or a carriage return, and is no number
  /// (https://owasp.org/www-community/attacks/CSV_Injection).
  package static func looksLikeFormula(_ text: String) -> Bool {
    beginsFormula(text.utf8.first) && Double(text) == nil
  }

  /// Whether a spreadsheet may take a text for a formula that begins so.
  package static func beginsFormula(_ byte: UInt8?) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D:
      true
    default: false
    }
  }

  /// Appends one value.
  package func append(_ value: String, to output: inout [UInt8]) {
    var value = value
    value.withUTF8 { append($0, isSpecial: shape(of: $0).isSpecial, to: &output) }
  }

  /// Appends one value, unless it has a byte that is not ASCII.
  /// - Returns: whether it is done.
  package func append(ascii bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) -> Bool {
    let (isSpecial, isASCII) = shape(of: bytes)
    if isASCII { append(bytes, isSpecial: isSpecial, to: &output) }
    return isASCII
  }

  /// Whether a value has to stand in quotes for a byte of it, and whether all are ASCII.
  ///
  /// All bytes are looked at, so that the processor can look at many at once.
  private func shape(of bytes: UnsafeBufferPointer<UInt8>) -> (isSpecial: Bool, isASCII: Bool) {
    let separator = separator
    var (special, all): (UInt8, UInt8) = (0, 0)
    for byte in bytes {
      let isSpecial = (byte == 0x22) || (byte == separator) || (byte == 0x0A) || (byte == 0x0D)
      special |= isSpecial ? 1 : 0
      all |= byte
    }
    return (special != 0, all < 0x80)
  }

  private func append(
    _ bytes: UnsafeBufferPointer<UInt8>,
    isSpecial: Bool,
    to output: inout [UInt8]
  ) {
    guard isSpecial || bytes.isEmpty || bytes.first == 0x20 || bytes.last == 0x20 else {
      return output.append(contentsOf: bytes)
    }
    output.append(0x22)
    for byte in bytes {
      if byte == 0x22 { output.append(byte) }
      output.append(byte)
    }
    output.append(0x22)
  }
}
