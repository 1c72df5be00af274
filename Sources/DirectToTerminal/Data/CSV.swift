/// Comma-separated values as RFC 4180 has them; a value that is not there is null, an empty text stands in quotes.
nonisolated enum CSV {
  /// One record with its line end.
  static func line(_ values: [String?]) -> String {
    var line = ""
    append(values, to: &line)
    return line
  }

  /// Appends one record with its line end.
  static func append(_ values: [String?], to text: inout String) {
    for (index, value) in values.enumerated() {
      if index > 0 { text += "," }
      if let value { append(value, to: &text) }
    }
    text += "\n"
  }

  private static func append(_ value: String, to text: inout String) {
    let bytes = value.utf8
    let isPlain =
      !bytes.isEmpty && bytes.first != 0x20 && bytes.last != 0x20
      && !bytes.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
    guard !isPlain else { return text += value }
    text += "\""
    for character in value.unicodeScalars {
      if character == "\"" { text += "\"" }
      text.unicodeScalars.append(character)
    }
    text += "\""
  }
}
