import Diagnostics

/// A converter of the text file `x.d2wmodel.txt`, which accompanies a Direct to Web rule file, to this program's rule syntax.
///
/// Its rules stand in parentheses with commas between them, each perhaps in quotes. Everything else becomes blank, so that
/// positions in the text do not change.
enum DirectToWebText {
  /// Whether a file of that name may be such a text.
  static func isNamed(_ name: String) -> Bool { name.lowercased().hasSuffix(".d2wmodel.txt") }

  /// The rules without what stands around them.
  static func rules(of source: SourceText) -> SourceText {
    guard let bytes = unwrapped(Array(source.bytes)) else { return source }
    return SourceText(name: source.name, text: String(decoding: bytes, as: UTF8.self))
  }

  private static let blank = UInt8(ascii: " ")

  /// `nil` when the text does not stand in parentheses as a whole.
  private static func unwrapped(_ bytes: [UInt8]) -> [UInt8]? {
    guard let start = bytes.firstIndex(where: { $0 > blank }),
      let end = bytes.lastIndex(where: { $0 > blank }), bytes[start] == UInt8(ascii: "("),
      bytes[end] == UInt8(ascii: ")"), start < end
    else { return nil }
    var result = bytes
    (result[start], result[end]) = (blank, blank)
    let first = bytes[(start + 1)..<end].first { $0 > blank }
    let isGood =
      first == UInt8(ascii: "\"")
      ? takeQuotes(&result, in: (start + 1)..<end) : takeCommas(&result, in: (start + 1)..<end)
    return isGood ? result : nil
  }

  /// `"rule", "rule"`: quotes and the commas between them go, and `\"` inside becomes a quote.
  private static func takeQuotes(_ bytes: inout [UInt8], in range: Swift.Range<Int>) -> Bool {
    var (isInside, isInText) = (false, false)
    var index = range.lowerBound
    while index < range.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "\\") where isInside && index + 1 < range.upperBound:
        // The blank goes to the outer side of a text, so that the text stays what it is.
        let isQuote = bytes[index + 1] == UInt8(ascii: "\"")
        let escaped = isQuote ? UInt8(ascii: "\"") : bytes[index + 1]
        (bytes[index], bytes[index + 1]) = isQuote && isInText ? (escaped, blank) : (blank, escaped)
        if isQuote { isInText.toggle() }
        index += 1
      case UInt8(ascii: "\""):
        bytes[index] = blank
        isInside.toggle()
      case UInt8(ascii: ",") where !isInside: bytes[index] = UInt8(ascii: ";")
      default: break
      }
      index += 1
    }
    return !isInside
  }

  /// `rule, rule`: the commas that stand in no bracket go.
  private static func takeCommas(_ bytes: inout [UInt8], in range: Swift.Range<Int>) -> Bool {
    var depth = 0
    var quote: UInt8?
    for index in range {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""): quote = byte
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: ",") where depth == 0: bytes[index] = UInt8(ascii: ";")
      default: break
      }
      // The first parenthesis belongs to a rule, not to the whole.
      if depth < 0 { return false }
    }
    return depth == 0
  }
}
