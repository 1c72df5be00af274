import FoundationEssentials

/// The place among dates of values that are none but are written as the beginning of one.
extension Date {
  /// How this date stands to a text that is no ISO date; `nil` where the text has no place among dates.
  ///
  /// A year or month, `1967` or `1967-05`, stands just behind the beginning of its first day. A text that begins with a year and
  /// a hyphen, `1971-00-00`, has the place that its characters give it. Neither equals a date.
  func ordering(besides text: String) -> Value.Ordering? {
    if let (first, _) = Date.monthOrYear(text) { return ordering(behind: first) }
    let bytes = text.utf8.prefix(5)
    guard bytes.count == 5, bytes.last == UInt8(ascii: "-"),
      bytes.prefix(4).allSatisfy({ $0 &- UInt8(ascii: "0") < 10 })
    else { return nil }
    guard (0...9999).contains(wallClock.year) else { return wallClock.year < 0 ? .less : .greater }
    let own = wallClockText(separator: " ")
    return own.utf8.lexicographicallyPrecedes(text.utf8) ? .less : .greater
  }

  /// How this date stands to a number of four digits, which is a year, or of eight, which may be a day: `20240301`; `nil` for
  /// other numbers, which have no place among dates.
  func ordering(besides number: Int64) -> Value.Ordering? {
    switch number {
    case 1000...9999: return ordering(besides: String(number))
    case 1000_01_01...9999_12_31: return Date(digits: Int(number)).map(ordering(behind:))
    default: return nil
    }
  }

  /// The day that eight digits stand for: `20240301`; `nil` where the calendar has none.
  init?(digits number: Int) {
    let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100)
    guard (1...12).contains(month), day > 0, day <= Self.dayCount(ofMonth: month, year: year) else {
      return nil
    }
    self.init(year: year, month: month, day: day)
  }

  private func ordering(behind first: Date) -> Value.Ordering { self > first ? .greater : .less }
}
