import Diagnostics
public import FoundationEssentials

/// Wall-clock times in the Gregorian calendar, kept as if they were UTC; no time zone, no leap seconds.
///
/// The algorithms are those of Howard Hinnant, chrono-Compatible Low-Level Date Algorithms.
extension Date {
  /// Reads `2024-03-01`, `2024-03-01T12:30`, `2024-03-01 12:30:15.250`, with or without a final `Z`.
  ///
  /// Other years than 0 to 9999 are written with a sign and up to six digits. `nil` when the text is no such date.
  public init?(wallClock text: String) {
    var scanner = DigitScanner(bytes: Array(text.utf8))
    let isSigned = scanner.peek == UInt8(ascii: "-") || scanner.peek == UInt8(ascii: "+")
    let isNegative = scanner.take(UInt8(ascii: "-"))
    if isSigned, !isNegative { _ = scanner.take(UInt8(ascii: "+")) }
    guard let year = scanner.number(digits: isSigned ? 4...6 : 4...4),
      scanner.take(UInt8(ascii: "-")), let month = scanner.number(digits: 2...2),
      (1...12).contains(month),
      scanner.take(UInt8(ascii: "-")), let day = scanner.number(digits: 2...2),
      day >= 1, day <= Self.dayCount(ofMonth: month, year: isNegative ? -year : year)
    else { return nil }
    let days = Self.days(year: isNegative ? -year : year, month: month, day: day)
    var seconds = Double(days) * 86_400 - Date.timeIntervalBetween1970AndReferenceDate
    if scanner.take(UInt8(ascii: "T")) || scanner.take(UInt8(ascii: " ")) {
      guard let time = scanner.timeOfDay() else { return nil }
      // The whole seconds first: they add up exactly.
      seconds = seconds + time.whole + time.fraction
      _ = scanner.take(UInt8(ascii: "Z"))
    }
    guard scanner.isAtEnd else { return nil }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }

  /// The year, month and day, and the seconds since midnight.
  package var wallClock: (year: Int, month: Int, day: Int, seconds: Double) {
    let days = (timeIntervalSince1970 / 86_400).rounded(.down)
    let (year, month, day) = Self.civil(days: Int(exactly: days) ?? 0)
    let midnight = days * 86_400 - Date.timeIntervalBetween1970AndReferenceDate
    let exact = timeIntervalSinceReferenceDate - midnight
    let time = countsMicroseconds ? exact : (exact * 1000).rounded() / 1000
    // What is left of a number that is no time at all may be anything.
    return (year, month, day, time > 0 ? min(time, Self.lastOfDay) : 0)
  }

  private static let lastOfDay = 86_400.0.nextDown

  /// Whether the number behind the date has six digits of a second: in the years from 1865 to 2137.
  private var countsMicroseconds: Bool { abs(timeIntervalSinceReferenceDate) < 0x1p32 }

  /// Whether the wall clock shows all of the number behind the date.
  package var isShownWhole: Bool {
    let number = timeIntervalSinceReferenceDate
    return countsMicroseconds || (number * 1000).rounded() / 1000 == number
  }

  /// Whether the date has the digits of the text from which it was read.
  ///
  /// A date far from ours has three digits of a second.
  package func keepsDigits(of text: String) -> Bool {
    guard !countsMicroseconds,
      let point = text.utf8.firstIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
      )
    else { return true }
    let digits = text.utf8[point...].dropFirst().prefix { $0 &- UInt8(ascii: "0") < 10 }
    return digits.dropFirst(3).allSatisfy { $0 == UInt8(ascii: "0") }
  }

  /// Whether the year has six digits at most, as many as are read.
  package var isOnCalendar: Bool { abs(timeIntervalSinceReferenceDate) < 3.149e13 }

  /// Midnight at the start of the day.
  package var startOfDay: Date {
    Date(timeIntervalSince1970: (timeIntervalSince1970 / 86_400).rounded(.down) * 86_400)
  }

  /// Days since 1 January 1970.
  package static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The Monday of the week with a day, both in days since 1 January 1970, which was a Thursday.
  package static func monday(ofWeekWith days: Int) -> Int { (days + 3).floored(to: 7) - 3 }

  /// About a thousand million years, in days.
  private static let farthestDay = 365_000_000_000

  /// The year, month and day of a count of days since 1 January 1970.
  package static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
    let days = min(max(days, -farthestDay), farthestDay) + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  /// The beginning of a day in the Gregorian calendar.
  package init(year: Int, month: Int, day: Int) {
    let days = Self.days(year: year, month: month, day: day)
    self.init(timeIntervalSince1970: Double(days) * 86_400)
  }

  /// How many days a month has.
  package static func dayCount(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  /// The wall-clock time as ISO text: the date alone at midnight, seconds and fractions only where there are some.
  ///
  /// ``init(wallClock:)`` reads it back, to the nanosecond.
  package func wallClockText(separator: Character = "T") -> String {
    for (digits, scale) in [(0, 1.0), (3, 1e3), (6, 1e6)] {
      let text = wallClockText(separator: separator, digits: digits, scale: scale)
      if Date(wallClock: text) == self { return text }
    }
    return wallClockText(separator: separator, digits: 9, scale: 1e9)
  }

  /// `2024-03-01`, as it is read: a year of more than four digits has a sign.
  package var dayText: String {
    let (year, month, day, _) = wallClock
    let sign = year < 0 ? "-" : year > 9999 ? "+" : ""
    return sign + String(abs(year), digits: 4) + "-" + String(month, digits: 2) + "-"
      + String(day, digits: 2)
  }

  private func wallClockText(separator: Character, digits: Int, scale: Double) -> String {
    let units = min((wallClock.seconds * scale).rounded(), 86_400 * scale - 1)
    let time = Int((units / scale).rounded(.down))
    let fraction = Int(units - Double(time) * scale)
    guard time != 0 || fraction != 0 else { return dayText }
    let (hour, minute) = (String(time / 3600, digits: 2), String(time / 60 % 60, digits: 2))
    let minutes = "\(dayText)\(separator)\(hour):\(minute)"
    guard time % 60 != 0 || fraction != 0 else { return minutes }
    let whole = "\(minutes):\(String(time % 60, digits: 2))"
    return fraction == 0 ? whole : "\(whole).\(String(fraction, digits: digits))"
  }
}

/// A scanner that reads digits and separators from the bytes of a date text, such as `2024-03-01T12:30`.
private struct DigitScanner {
  let bytes: [UInt8]
  var index = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { index == bytes.count }
  var peek: UInt8 { index < bytes.count ? bytes[index] : 0 }

  mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte, !isAtEnd else { return false }
    index += 1
    return true
  }

  mutating func number(digits: ClosedRange<Int>) -> Int? {
    let start = index
    var value = 0
    while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(peek), index - start < digits.upperBound
    {
      value = value * 10 + Int(peek - UInt8(ascii: "0"))
      index += 1
    }
    return index - start >= digits.lowerBound ? value : nil
  }

  /// Reads `12:30`, `12:30:15`, `12:30:15.250` as seconds.
  mutating func timeOfDay() -> (whole: Double, fraction: Double)? {
    guard let hour = number(digits: 2...2), hour < 24, take(UInt8(ascii: ":")),
      let minute = number(digits: 2...2), minute < 60
    else { return nil }
    let seconds = hour * 3600 + minute * 60
    guard take(UInt8(ascii: ":")) else { return (Double(seconds), 0) }
    guard let second = number(digits: 2...2), second < 60 else { return nil }
    guard take(UInt8(ascii: ".")) else { return (Double(seconds + second), 0) }
    let start = index
    guard let fraction = number(digits: 1...15) else { return nil }
    var scale = 1.0
    for _ in start..<index { scale *= 10 }
    return (Double(seconds + second), Double(fraction) / scale)
  }
}

extension Int {
  /// The greatest multiple of `step` that is not above this.
  package func floored(to step: Int) -> Int {
    let rest = self % step
    return self - (rest < 0 ? rest + step : rest)
  }
}
