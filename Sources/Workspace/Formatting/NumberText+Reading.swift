import FoundationEssentials
import Qualifiers

// Each function reads what its type writes, and gives the number as programs write it.

nonisolated extension NumberText {
  /// The fraction of one that a percentage is: `12 %` as `0.12`; `nil` for another text.
  package static func plain(ofPercentage text: String, _ style: NumberStyle) -> String? {
    guard text.last == "%", let plain = style.plainText(of: String(text.dropLast())) else {
      return nil
    }
    return Decimal(string: plain).map { ($0 / 100).description }
  }
}

nonisolated extension ByteText {
  /// The number of bytes in a size: `1.5 kB` as `1500`; `nil` for another text.
  package static func plain(ofSize text: String, _ style: NumberStyle) -> String? {
    guard let gap = text.lastIndex(where: NumberStyle.isBlankGroup),
      let power = ["B", "kB", "MB", "GB", "TB"].firstIndex(of: text[text.index(after: gap)...]),
      let plain = style.plainText(of: String(text[..<gap])), let amount = Decimal(string: plain)
    else { return nil }
    return (0..<power).reduce(amount) { size, _ in size * 1000 }.description
  }
}

nonisolated extension DurationText {
  /// The number of minutes in `1 h 35 min`, `2 h` or `35 min`; `nil` for another text.
  package static func plain(ofMinutes text: String) -> String? {
    var rest = Substring(text)
    let sign = takeSign(from: &rest)
    let hours = take("h", from: &rest)
    let minutes = take("min", from: &rest)
    guard rest.isEmpty, hours != nil || minutes != nil else {
      return plain(ofFraction: text, unit: " min", scale: 1)
    }
    return total([(hours ?? 0, 60), (minutes ?? 0, 1)]).map { sign + String($0) }
  }

  /// The number of seconds, or of parts of them, in `1:02:03` or `02:03`; `nil` for another text.
  package static func plain(ofSeconds text: String, perSecond scale: UInt64) -> String? {
    var rest = Substring(text)
    let sign = takeSign(from: &rest)
    let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else {
      return plain(ofFraction: text, unit: " s", scale: Double(scale))
    }
    let numbers = parts.compactMap { $0.allSatisfy(\.isASCII) ? UInt64($0) : nil }
    let areWhole = zip(parts, numbers).dropFirst().allSatisfy { $0.count == 2 && $1 < 60 }
    guard numbers.count == parts.count, areWhole else { return nil }
    let units: [UInt64] = [3600, 60, 1]
    return total(Array(zip(numbers, units.suffix(numbers.count).map { $0 * scale })))
      .map { sign + String($0) }
  }

  /// A length that is too great for hours, `1e+300 min`, as its number times `scale`.
  private static func plain(ofFraction text: String, unit: String, scale: Double) -> String? {
    guard text.hasSuffix(unit), let number = Double(text.dropLast(unit.count)), number.isFinite
    else { return nil }
    return String(number * scale)
  }

  private static func takeSign(from rest: inout Substring) -> String {
    guard let first = rest.first, "-−".contains(first) else { return "" }
    rest.removeFirst()
    return "-"
  }

  /// The number before a unit; `nil` where another unit or nothing stands there.
  private static func take(_ unit: String, from rest: inout Substring) -> UInt64? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    let behind = rest.dropFirst(digits.count).drop(while: NumberStyle.isBlankGroup)
    guard let number = UInt64(digits), behind.hasPrefix(unit) else { return nil }
    rest = behind.dropFirst(unit.count).drop(while: NumberStyle.isBlankGroup)
    return number
  }

  /// The sum of amounts, each times its unit; `nil` where it is too great.
  private static func total(_ amounts: [(amount: UInt64, unit: UInt64)]) -> UInt64? {
    var total: UInt64 = 0
    for (amount, unit) in amounts {
      let (part, isPartTooGreat) = amount.multipliedReportingOverflow(by: unit)
      let (sum, isSumTooGreat) = total.addingReportingOverflow(part)
      guard !isPartTooGreat, !isSumTooGreat else { return nil }
      total = sum
    }
    return total
  }
}
