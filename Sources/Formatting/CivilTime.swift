package import FoundationEssentials
package import Qualifiers

extension Value {
  /// The value as a binary number; `nil` when it is none.
  package var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    case .decimal(let value): Double(value.description)
    default: nil
    }
  }

  /// The value as truth: booleans and the numbers 0 and 1.
  package var truth: Bool? {
    switch self {
    case .bool(let value): value
    case .int(0): false
    case .int(1): true
    default: nil
    }
  }

  /// The value as a time of the calendar: dates, and texts that read as one.
  package var civilTime: CivilTime? {
    switch self {
    case .date(let date): CivilTime(date)
    case .string(let text): Date(wallClock: text).map { CivilTime($0) }
    default: nil
    }
  }
}

/// A wall-clock date and time split into year, month, day and seconds, for formatting: `2026-03-01`, `14:30`, `Mon`.
///
/// Made by `Value.civilTime` from dates and from texts that read as dates.
package struct CivilTime {
  private let parts: (year: Int, month: Int, day: Int, seconds: Double)

  private let date: Date

  package init(_ date: Date) { (self.date, parts, dayText) = (date, date.wallClock, date.dayText) }

  /// `2026-03-01`, as it is read: a year of more than four digits has a sign.
  package let dayText: String

  /// Whether it says no more than the day.
  package var isMidnight: Bool { parts.seconds == 0 }

  /// Whether it is of the day that stands for none.
  package var isTimeOfDay: Bool { (parts.year, parts.month, parts.day) == (1970, 1, 1) }

  /// `Mon` to `Sun`.
  package var weekday: String {
    let days = Date.days(year: parts.year, month: parts.month, day: parts.day)
    let index = days - Date.monday(ofWeekWith: days)
    return ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][index]
  }

  /// `14:30`, with seconds only when there are some.
  package var timeText: String {
    let whole = Int(parts.seconds)
    let minutes = "\(two(whole / 3600)):\(two(whole / 60 % 60))"
    guard parts.seconds != Double(whole / 60 * 60) else { return minutes }
    let fraction = parts.seconds - Double(whole)
    let millis = Int((fraction * 1000).rounded())
    guard millis > 0, millis < 1000 else { return "\(minutes):\(two(whole % 60))" }
    return "\(minutes):\(two(whole % 60)).\(String(1000 + millis).dropFirst())"
  }

  /// `14:30:00.123456` with all digits of a fraction, so that it is read as the same time again.
  package var exactTimeText: String {
    let parts = date.wallClockText(separator: " ").split(separator: " ")
    return parts.count > 1 ? String(parts[1]) : "00:00"
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
