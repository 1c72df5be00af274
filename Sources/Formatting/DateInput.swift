package import FoundationEssentials
import Qualifiers

/// The parser for dates that people type: `3.4.2024`, `1.2.` for this year, `2024-3-1`, `2024/3/1`, `20240301`, with an
/// optional time.
///
/// Ambiguous input such as `3/4/2024` is not accepted.
package struct DateInput {
  /// The day at midnight, or at the time behind it.
  package let date: Date

  /// Reads `text`; `now` says which year it is.
  package init?(_ text: String, now: Date) {
    let parts = text.split(maxSplits: 1) { $0 == " " || $0 == "T" || $0 == "t" }
    guard let first = parts.first, let day = Self.isoDay(first, year: now.wallClock.year) else {
      return nil
    }
    let time = parts.count == 2 ? " " + String(parts[1]).timeOfTwoDigits : ""
    guard let date = Date(wallClock: day + time) else { return nil }
    self.date = date
  }

  /// The days that a text may mean which does not tell the day from the month, as `2024-03-04`: `3/4/2024`.
  package static func readings(of text: String) -> [String] {
    let day = text.prefix { $0 != " " }
    let parts = day.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "-" }
    let numbers = parts.compactMap { number($0) }
    guard parts.count == 3, numbers.count == 3, parts[0].utf8.count <= 2, parts[1].utf8.count <= 2,
      [2, 4].contains(parts[2].utf8.count)
    else { return [] }
    let year = parts[2].utf8.count == 2 ? year(ofTwoDigits: numbers[2]) : numbers[2]
    let days = [
      iso(year, month: numbers[1], day: numbers[0]), iso(year, month: numbers[0], day: numbers[1]),
    ]
    .compactMap(\.self).filter { Date(wallClock: $0) != nil }
    return days.count == 2 && days[0] == days[1] ? [days[0]] : days
  }

  /// The day as `2024-03-01`, as far as the digits go; whether there is such a day is not asked.
  private static func isoDay(_ text: Substring, year: Int) -> String? {
    if text.utf8.count == 8, let digits = number(text) {
      return iso(digits / 10_000, month: digits / 100 % 100, day: digits % 100)
    }
    let separators: [Character] = [".", "-", "/"]
    guard let separator = separators.first(where: text.contains) else { return nil }
    var parts = text.split(separator: separator, omittingEmptySubsequences: false)
    if separator == ".", parts.count == 3, parts[2].isEmpty { parts[2] = "\(year)"[...] }
    let numbers = parts.compactMap { number($0) }
    guard parts.count == 3, numbers.count == 3 else { return nil }
    guard separator == "." else {
      return parts[0].utf8.count == 4 ? iso(numbers[0], month: numbers[1], day: numbers[2]) : nil
    }
    switch parts[2].utf8.count {
    case 4: return iso(numbers[2], month: numbers[1], day: numbers[0])
    case 2: return iso(Self.year(ofTwoDigits: numbers[2]), month: numbers[1], day: numbers[0])
    default: return nil
    }
  }

  /// The year that two digits of it mean, as POSIX reads them.
  package static func year(ofTwoDigits digits: Int) -> Int {
    digits + (digits < 69 ? 2000 : 1900)
  }

  private static func iso(_ year: Int, month: Int, day: Int) -> String? {
    guard (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return nil
    }
    let digits = String(10_000 + year).dropFirst()
    return "\(digits)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }

  /// A number of digits alone.
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 8,
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(text)
  }
}
