package import FoundationEssentials
package import Qualifiers

/// A number read from a text, with its decimal separator and number of decimals: `9.90`, `9,90`.
///
/// A bulk change writes the computed number into the text attribute in the same way.
package struct NumberInput {
  /// The number.
  package let number: Decimal
  private let point: String
  private let places: Int

  /// The number that a whole text writes with digits, and at most one point or comma between them.
  ///
  /// `1,234` may be either of two numbers, and is none.
  package init?(_ text: String) {
    let sign = text.hasPrefix("-") ? "-" : ""
    let digits = text.dropFirst(sign.count)
    let mark = digits.first { $0 == "." || $0 == "," }
    let parts = digits.split(separator: mark ?? ".", omittingEmptySubsequences: false)
    guard parts.count == (mark == nil ? 1 : 2),
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      mark != "," || parts[1].count != 3 || parts[0] == "0",
      let number = Decimal(string: sign + parts.joined(separator: "."))
    else { return nil }
    (self.number, point) = (number, mark.map(String.init) ?? ".")
    places = mark == nil ? 0 : parts[1].count
  }

  /// Another number in the same writing: with the same point and at least as many places, rounded to these where there are some.
  package func text(of other: Value) -> String? {
    guard let plain = NumberText.plain(other) else { return nil }
    guard places > 0 else { return plain }
    guard let rounded = NumberText.rounded(other, places: places) else { return nil }
    let parts = rounded.split(separator: ".")
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    let zeros = String(repeating: "0", count: max(0, places - fraction.count))
    return "\(parts[0])\(point)\(fraction)\(zeros)"
  }
}
