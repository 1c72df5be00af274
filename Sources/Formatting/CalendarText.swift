package import EntityModel
package import FoundationEssentials
import Qualifiers

/// The conversion of days and times of day to and from ISO 8601 text.
package enum CalendarText {
  /// Reads the two usual spellings, `2024-03-01` and `2024-03-01 12:30:00`; `nil` for all else, which
  /// `Date(wallClock:)` may still read.
  package static func date(_ bytes: UnsafeBufferPointer<UInt8>) -> Date? {
    guard bytes.count == 10 || bytes.count == 19, bytes[4] == hyphen, bytes[7] == hyphen,
      let century = number(bytes, 0), let rest = number(bytes, 2), let month = number(bytes, 5),
      let day = number(bytes, 8), (1...12).contains(month), day >= 1,
      case let year = century * 100 + rest, day <= Date.dayCount(ofMonth: month, year: year)
    else { return nil }
    var seconds = Date.days(year: year, month: month, day: day) * 86_400
    if bytes.count == 19 {
      guard bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "T"),
        bytes[13] == colon, bytes[16] == colon, let hour = number(bytes, 11), hour < 24,
        let minute = number(bytes, 14), minute < 60, let second = number(bytes, 17), second < 60
      else { return nil }
      seconds += hour * 3600 + minute * 60 + second
    }
    let reference = Double(seconds) - Date.timeIntervalBetween1970AndReferenceDate
    return Date(timeIntervalSinceReferenceDate: reference)
  }

  private static let hyphen = UInt8(ascii: "-")
  private static let colon = UInt8(ascii: ":")

  /// Two digits as a number.
  @inline(__always)
  private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    let tens = bytes[start] &- UInt8(ascii: "0")
    let ones = bytes[start + 1] &- UInt8(ascii: "0")
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
  }

  /// `2024-03-01T12:30:00Z`.
  package static func moment(_ date: Date) -> String {
    date.dayText + "T" + time(date.wallClock.seconds) + "Z"
  }

  /// `12:30:00`, with milliseconds or microseconds only when there are some; without seconds where there are none and
  /// that is wanted.
  package static func time(_ seconds: Double, omitsSeconds: Bool = false) -> String {
    // No day has an hour 24, however near to it a time is; what is added to a great number may leave a little less than 0.
    let micros = min(max(Int((seconds * 1_000_000).rounded()), 0), 86_399_999_999)
    let whole = micros / 1_000_000
    let fraction = micros % 1_000_000
    let minutes = padded(whole / 3600, 2) + ":" + padded(whole / 60 % 60, 2)
    if omitsSeconds, whole % 60 == 0, fraction == 0 { return minutes }
    let text = minutes + ":" + padded(whole % 60, 2)
    if fraction == 0 { return text }
    return text + "."
      + (fraction % 1000 == 0 ? padded(fraction / 1000, 3) : padded(fraction, 6))
  }

  // MARK: Digits

  /// The moment whose digits a number has: `20180213`, `20180213105900`; `nil` when there is no such.
  package static func date(ofDigits number: Int64) -> Date? {
    let (day, clock) = number < 100_000_000 ? (number, 0) : (number / 1_000_000, number % 1_000_000)
    let (year, month, dayOfMonth) = (Int(day / 10_000), Int(day / 100 % 100), Int(day % 100))
    let (hour, minute, second) = (clock / 10_000, clock / 100 % 100, clock % 100)
    guard (1000...9999).contains(year), (1...12).contains(month), dayOfMonth >= 1,
      dayOfMonth <= Date.dayCount(ofMonth: month, year: year), hour < 24, minute < 60, second < 60
    else { return nil }
    let days = Date.days(year: year, month: month, day: dayOfMonth)
    let seconds = days * 86_400 + Int(hour * 3600 + minute * 60 + second)
    let reference = Double(seconds) - Date.timeIntervalBetween1970AndReferenceDate
    return Date(timeIntervalSinceReferenceDate: reference)
  }

  /// The digits of a day, or of a moment to the second; `nil` for years that are not four digits long.
  package static func digits(of date: Date, _ kind: AttributeType.Kind) -> Int64? {
    let clock = date.wallClock
    guard (1000...9999).contains(clock.year) else { return nil }
    let day = Int64(clock.year * 10_000 + clock.month * 100 + clock.day)
    guard kind != .date else { return day }
    let seconds = Int64(clock.seconds)
    let time = seconds / 3600 * 10_000 + seconds / 60 % 60 * 100 + seconds % 60
    return day * 1_000_000 + time
  }

  static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
