/// Comma-separated values as RFC 4180 has them; a value that is not there is null, an empty text stands in quotes.
nonisolated enum CSV {
  /// One record with its line end.
  static func line(_ values: [String?]) -> String {
    values.map(field).joined(separator: ",") + "\n"
  }

  private static func field(_ value: String?) -> String {
    guard let value else { return "" }
    let isPlain =
      !value.isEmpty && value.first != " " && value.last != " "
      && !value.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    guard !isPlain else { return value }
    var quoted = "\""
    for character in value.unicodeScalars {
      if character == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(character)
    }
    return quoted + "\""
  }
}
