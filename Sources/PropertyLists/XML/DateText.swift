import Diagnostics
import FoundationEssentials
import Qualifiers

/// Parsing and formatting of dates in property lists: `2001-09-17T08:00:00Z`.
enum DateText {
  /// Seconds since 1970-01-01 UTC; also `2001-09-17 08:00:00 +0200`, as old-style lists write them.
  static func seconds(_ text: String) -> Double? {
    var rest = Substring(text).drop { $0.isWhitespace }
    let isBeforeChrist = rest.hasPrefix("-")
    if isBeforeChrist { rest = rest.dropFirst() }
    guard let year = number(&rest, digits: 4...9), mark("-", &rest),
      let month = number(&rest, digits: 1...2), (1...12).contains(month), mark("-", &rest),
      let day = number(&rest, digits: 1...2), (1...31).contains(day),
      mark("T", &rest) || mark(" ", &rest),
      let hour = number(&rest, digits: 1...2), hour < 24, mark(":", &rest),
      let minute = number(&rest, digits: 2...2), minute < 60, mark(":", &rest),
      let second = number(&rest, digits: 2...2), second <= 60,
      let offset = offset(&rest), rest.allSatisfy(\.isWhitespace)
    else { return nil }
    let days = Date.days(year: isBeforeChrist ? -year : year, month: month, day: day)
    return Double(days * 86400 + hour * 3600 + minute * 60 + second - offset)
  }

  /// The text of a date; parts of a second are left out.
  static func text(of seconds: Double) -> String {
    // Years of more than nine digits are no dates; the bounds keep the sums below in range.
    let whole = Int(min(max(seconds.isNaN ? 0 : seconds, -3e16), 3e16).rounded(.down))
    let days = (Double(whole) / 86_400).rounded(.down)
    let (year, month, day) = Date.civil(days: Int(days))
    let time = whole - Int(days) * 86_400
    let sign = year < 0 ? "-" : ""
    let date = [String(abs(year), digits: 4), String(month, digits: 2), String(day, digits: 2)]
    let clock = [time / 3600, time / 60 % 60, time % 60].map { String($0, digits: 2) }
    return sign + date.joined(separator: "-") + "T" + clock.joined(separator: ":") + "Z"
  }

  /// `Z`, `+0200` or nothing, in seconds.
  private static func offset(_ rest: inout Substring) -> Int? {
    rest = rest.drop { $0 == " " }
    if rest.isEmpty || mark("Z", &rest) { return 0 }
    let isEast = mark("+", &rest)
    guard isEast || mark("-", &rest), let number = number(&rest, digits: 4...4) else { return nil }
    let seconds = number / 100 * 3600 + number % 100 * 60
    return isEast ? seconds : -seconds
  }

  private static func number(_ rest: inout Substring, digits: ClosedRange<Int>) -> Int? {
    let text = rest.prefix { $0.isASCII && $0.isNumber }.prefix(digits.upperBound)
    guard digits.contains(text.count) else { return nil }
    rest = rest.dropFirst(text.count)
    return Int(text)
  }

  private static func mark(_ character: Character, _ rest: inout Substring) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }
}
