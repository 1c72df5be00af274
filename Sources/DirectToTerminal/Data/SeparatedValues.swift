/// Values between commas as RFC 4180 has them, or between tabs; a value that is not there is null, an empty text stands
/// in quotes.
nonisolated enum SeparatedValues: String {
  case csv, tsv

  /// The kind of file that the end of a name tells; commas where it tells nothing.
  init(path: String) {
    let name = path.lowercased()
    self = [".tsv", ".tab"].contains(where: name.hasSuffix) ? .tsv : .csv
  }

  /// The byte between two values.
  var separator: UInt8 { self == .csv ? 0x2C : 0x09 }

  /// Whether a quote inside a value that does not begin with one is a mistake; between tabs programs write it so.
  var takesQuotesStrictly: Bool { self == .csv }

  /// One record with its line end.
  func line(_ values: [String?]) -> String {
    var line = ""
    append(values, to: &line)
    return line
  }

  /// Appends one record with its line end.
  func append(_ values: [String?], to text: inout String) {
    for (index, value) in values.enumerated() {
      if index > 0 { text.unicodeScalars.append(Unicode.Scalar(separator)) }
      if let value { append(value, to: &text) }
    }
    text += "\n"
  }

  /// Whether a spreadsheet that opens the file would compute the text instead of showing it: it begins with `=`, `+`, `-`,
  /// `@`, a tab or a carriage return, and is no number
  /// (https://owasp.org/www-community/attacks/CSV_Injection).
  static func looksLikeFormula(_ text: String) -> Bool {
    guard let first = text.utf8.first, "=+-@\t\r".utf8.contains(first) else { return false }
    return Double(text) == nil
  }

  private func append(_ value: String, to text: inout String) {
    let bytes = value.utf8
    let separator = separator
    let isPlain =
      !bytes.isEmpty && bytes.first != 0x20 && bytes.last != 0x20
      && !bytes.contains { $0 == 0x22 || $0 == separator || $0 == 0x0A || $0 == 0x0D }
    guard !isPlain else { return text += value }
    text += "\""
    for character in value.unicodeScalars {
      if character == "\"" { text += "\"" }
      text.unicodeScalars.append(character)
    }
    text += "\""
  }
}
