/// The separators for writing numbers: one between groups of three digits, and the decimal separator.
public nonisolated struct NumberStyle: Sendable, Hashable {
  /// Stands between groups of three digits.
  package let group: String
  /// Stands before the fraction.
  package let point: String

  /// A space and a point.
  public static let plain = NumberStyle(group: " ", point: ".")

  /// A way to write numbers.
  package init(group: String, point: String) { (self.group, self.point) = (group, point) }

  /// A number as programs write it with this style's sign before the fraction, and nothing grouped: `1.5e-07` as `1,5e-07`.
  package func written(_ plain: String) -> String {
    plain.split(separator: ".", omittingEmptySubsequences: false).joined(separator: point)
  }

  /// A number that is written in this style as programs write it: `1.234,56` as `1234.56`; `nil` for what is none.
  ///
  /// Points and commas group digits only where `size` of them, three, are behind each, so that `1.5` is no group; a zero
  /// leads them only where so many digits are written in any case. Before an exponent nothing is grouped.
  package func plainText(of text: String, groupsOf size: Int = 3, leastDigits: Int = 0) -> String? {
    guard let mark = text.firstIndex(where: { $0 == "e" || $0 == "E" }) else {
      return plainText(ofDigits: text, groupsOf: size, atLeast: leastDigits)
    }
    var exponent = text[text.index(after: mark)...]
    let sign = exponent.first.flatMap { "+-−".contains($0) ? exponent.removeFirst() : nil }
    guard let digits = Self.digits(exponent),
      let number = NumberStyle(group: "", point: point)
        .plainText(ofDigits: String(text[..<mark]), groupsOf: size, atLeast: 0)
    else { return nil }
    return "\(number)\(text[mark])\(sign.map { $0 == "−" ? "-" : "\($0)" } ?? "")\(digits)"
  }

  private func plainText(
    ofDigits text: String,
    groupsOf size: Int,
    atLeast least: Int
  ) -> String? {
    var rest = Substring(text.filter { !Self.isBlankGroup($0) })
    let isNegative = rest.first == "-" || rest.first == "−"
    if isNegative || rest.first == "+" { rest.removeFirst() }
    let parts = rest.split(separator: point, omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first,
      let digits = ungrouped(whole, size, atLeast: least)
    else { return nil }
    let sign = isNegative ? "-" : ""
    guard parts.count == 2, !parts[1].isEmpty else { return sign + digits }
    guard let fraction = Self.digits(parts[1]) else { return nil }
    return sign + digits + "." + fraction
  }

  /// The digits of a whole number; `nil` where they do not stand in groups of that size.
  private func ungrouped(_ text: Substring, _ size: Int, atLeast least: Int) -> String? {
    let isSign = group == "." || group == ","
    let groups = isSign ? text.split(separator: group, omittingEmptySubsequences: false) : [text]
    guard let first = groups.first, groups.count == 1 || (1...size).contains(first.count),
      groups.dropFirst().allSatisfy({ $0.count == size }),
      groups.count == 1 || first.first?.wholeNumberValue != 0
        || groups.reduce(0, { $0 + $1.count }) <= least
    else { return nil }
    let digits = groups.map { Self.digits($0) }
    return digits.contains(nil) ? nil : digits.compactMap(\.self).joined()
  }

  /// Digits of any script as those of ASCII; `nil` where something else stands among them, and for none.
  private static func digits(_ text: Substring) -> String? {
    let digits = text.map { $0.isDecimalDigit ? $0.wholeNumberValue : nil }
    guard !digits.isEmpty, digits.allSatisfy({ $0.map { $0 < 10 } ?? false }) else { return nil }
    return digits.compactMap { $0.map(String.init) }.joined()
  }

  /// Returns whether a character only groups digits in every locale: a space, an apostrophe or an underscore.
  package static func isBlankGroup(_ character: Character) -> Bool {
    [" ", "_", "'", "’", "\u{2009}", "\u{A0}", "\u{202F}"].contains(character)
  }
}

nonisolated extension Character {
  /// Whether it is a digit of some script, of which numbers are written: `7`, `٧`; not `²` or `½`.
  package var isDecimalDigit: Bool { unicodeScalars.first?.properties.numericType == .decimal }
}
