import FoundationEssentials
package import Qualifiers

extension RangeStep {
  /// The text by which people know a range of this step: `10 – 20`, `2026-05`, `2026-Q2`, `A…`.
  ///
  /// Months, quarters and weeks are written as `yearMonth` and its like write them; other bounds as `format` does.
  package func text(
    of range: RangeCount,
    ofWholeNumbers isWhole: Bool = true,
    _ format: (Value) -> String
  ) -> String {
    switch (self, range.from, range.below) {
    case (.letter, .string(let letter), .null) where range.isLetter:
      return letter.isEmpty ? "(empty)" : letter + "…"
    case (.time(let step), .date(let date), .date(let end)):
      return step.text(from: date, below: end)
    case (_, _, .null): return format(range.from)
    // Between whole numbers there is none.
    case (.number(1), .int, _) where isWhole: return format(range.from)
    default: return "\(format(range.from)) – \(format(range.below))"
    }
  }
}

extension DateOffset {
  /// The stretch of the calendar from `date` on, which this is long.
  fileprivate func text(from date: Date, below end: Date) -> String {
    let year = String(date.dayText.dropLast(6))
    switch (unit, count) {
    case (.years, 1): return year
    case (.years, _): return "\(year) – \((end + -1).dayText.dropLast(6))"
    case (.months, 1): return Function.yearMonth.datePart(of: date).description
    case (.months, _): return Function.yearQuarter.datePart(of: date).description
    case (.weeks, _): return Function.yearWeek.datePart(of: date).description
    case (.days, _): return date.dayText
    default:
      let minutes = Int(date.wallClock.seconds) / 60
      let parts = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
      return date.dayText + " " + parts.joined(separator: ":")
    }
  }
}
