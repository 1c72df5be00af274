import Diagnostics

extension PropertyList {
  /// The list in old style on one line: `{ class = X; value = (1, 2); }`; the same value always gives the same bytes.
  ///
  /// All characters are ASCII. Numbers, booleans and dates become strings, for old-style lists have no others.
  package var openStepLine: String {
    switch content {
    case .array(let values): "(" + values.map(\.openStepLine).joined(separator: ", ") + ")"
    case .dictionary(let dictionary) where dictionary.entries.isEmpty: "{}"
    case .dictionary(let dictionary):
      "{ "
        + dictionary.entries.map { "\(Self.openStep($0.key)) = \($0.value.openStepLine); " }
        .joined() + "}"
    case .string, .integer, .real, .boolean, .date, .data: openStepLeaf
    }
  }

  private var openStepLeaf: String {
    switch content {
    case .data(let bytes):
      "<"
        + stride(from: 0, to: bytes.count, by: 4).map { start in
          bytes[start..<min(start + 4, bytes.count)].map { String(Int($0), digits: 2, radix: 16) }
            .joined()
        }.joined(separator: " ") + ">"
    case .date(let seconds): Self.openStep(DateText.text(of: seconds))
    case .string, .integer, .real, .boolean, .array, .dictionary: Self.openStep(text ?? "")
    }
  }

  /// A string as it stands in an old-style list: bare if every reader takes it so, else in quotes.
  private static func openStep(_ text: String) -> String {
    if isBare(text) { return text }
    var output = "\""
    for unit in text.utf16 {
      switch unit {
      case 0x22: output += "\\\""
      case 0x5C: output += "\\\\"
      case 0x0A: output += "\\n"
      case 0x09: output += "\\t"
      case 0x0D: output += "\\r"
      case 0x20...0x7E: output.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      default: output += "\\U" + String(Int(unit), digits: 4, radix: 16)
      }
    }
    return output + "\""
  }

  /// Letters, digits, `_`, `.` and `$`: what no reader has ever wanted quotes for.
  private static func isBare(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
          UInt8(ascii: "$"):
          true
        default: false
        }
      }
  }
}
