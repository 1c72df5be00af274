import FoundationEssentials
import Qualifiers

/// An axis of dates, with ticks at the beginnings of round steps of the calendar.
struct DateScale: Sendable {
  /// The ends, in seconds since 1970.
  let low: Double
  let high: Double
  let ticks: [(value: Double, text: String)]

  private typealias Step = (count: Int, isMonths: Bool)

  /// The steps from a second on; after them come years in round numbers.
  private static let steps: [Step] =
    [
      1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, day, 2 * day,
      7 * day, 14 * day,
    ].map { ($0, false) } + [1, 3, 6].map { ($0, true) }
  private static let day = 86_400
  private static let month = 2_629_746.0

  /// A scale from the first to the last of some moments, with at most `count` ticks, and one at least if days fit.
  init(covering range: ClosedRange<Double>, atMost count: Int) {
    let isMoment = range.upperBound - range.lowerBound < 1
    low = range.lowerBound - (isMoment ? 43_200 : 0)
    high = range.upperBound + (isMoment ? 43_200 : 0)
    let (low, high, count) = (low, high, max(count, 1))
    let years = sequence(first: 12) { $0 * 10 }.lazy
      .flatMap { [$0, $0 * 2, $0 * 5] }.map { Step($0, isMonths: true) }
    func found(_ step: Step) -> [(value: Double, text: String)]? {
      Self.ticks(of: step, from: low, to: high, atMost: count)
    }
    ticks =
      Self.steps.lazy.compactMap(found).first ?? years.compactMap(found).first { _ in true } ?? []
  }

  /// The place of a moment between the ends, from 0 to 1.
  func position(of seconds: Double) -> Double { min(max((seconds - low) / (high - low), 0), 1) }

  /// Returns the ticks of a step; `nil` if there are more than `count`.
  private static func ticks(
    of step: Step,
    from low: Double,
    to high: Double,
    atMost count: Int
  ) -> [(value: Double, text: String)]? {
    let length = Double(step.count) * (step.isMonths ? month : 1)
    guard (high - low) / length <= Double(count) + 1 else { return nil }
    // Weeks begin on a Monday, and 1970 on a Thursday.
    let offset = step.count % (7 * day) == 0 ? 4 * day : 0
    let (year, first, _, _) = Date(timeIntervalSince1970: low).wallClock
    let start = step.isMonths ? year * 12 + first - 1 : Int((low - Double(offset)).rounded(.down))
    var number = start.floored(to: step.count)
    var ticks: [(value: Double, text: String)] = []
    while true {
      var date = Date(timeIntervalSince1970: Double(number + offset))
      if step.isMonths {
        let year = number.floored(to: 12) / 12
        date = Date(year: year, month: number - year * 12 + 1, day: 1)
      }
      let seconds = date.timeIntervalSince1970
      guard seconds <= high else { break }
      let text =
        step.isMonths
        ? String(date.dayText.dropLast(step.count % 12 == 0 ? 6 : 3))
        : text(of: date, every: step.count, isFirst: ticks.isEmpty)
      if seconds >= low { ticks.append((seconds, text)) }
      number += step.count
    }
    return ticks.count <= count ? ticks : nil
  }

  /// The day, or the time with the day where it begins.
  private static func text(of date: Date, every step: Int, isFirst: Bool) -> String {
    guard step < day else { return date.dayText }
    let time = Int(date.wallClock.seconds)
    let parts = [time / 3_600, time / 60 % 60] + (step < 60 ? [time % 60] : [])
    let text = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    if time == 0 { return date.dayText }
    return isFirst ? "\(date.dayText.suffix(5)) \(text)" : text
  }
}
