package import FoundationEssentials
package import Qualifiers

/// The width of the ranges in which values are counted: a number, a stretch of the calendar, or a first letter.
///
/// Ranges begin at multiples of the step, weeks on a Monday.
package enum RangeStep: Sendable, Hashable {
  case number(Decimal)
  case time(DateOffset)
  /// All texts with the same first letter, in any case.
  case letter

  /// The names of steps of the calendar, with their lengths in seconds, of months and years on the average.
  private static let units: [(name: String, step: DateOffset, seconds: Double)] = [
    ("minute", DateOffset(1, .minutes), 60), ("hour", DateOffset(1, .hours), 3_600),
    ("day", DateOffset(1, .days), 86_400), ("week", DateOffset(1, .weeks), 604_800),
    ("month", DateOffset(1, .months), year / 12), ("quarter", DateOffset(3, .months), year / 4),
    ("year", DateOffset(1, .years), year), ("decade", DateOffset(10, .years), year * 10),
  ]
  private static let year = 365.2425 * 86_400

  /// The names of steps that are no numbers.
  package static let names = units.map(\.name) + ["letter"]

  /// Reads a positive number or one of ``names``; `nil` for another text.
  package init?(_ text: String) {
    if text == "letter" {
      self = .letter
    } else if let unit = Self.units.first(where: { $0.name == text }) {
      self = .time(unit.step)
    } else if let number = Value(number: text)?.decimal, number > 0 {
      self = .number(number)
    } else {
      return nil
    }
  }

  /// The text that is read as this step: `10`, `month`; `nil` for a step of several years, which has no name.
  package var name: String? {
    switch self {
    case .number(let width): width.description
    case .time: Self.units.first { .time($0.step) == self }?.name
    case .letter: "letter"
    }
  }

  /// The widths of ranges that can be computed with, and the most years of one.
  private static let (widths, yearLimit) = (Decimal(1e-30)...Decimal(1e30), 10_000)

  /// The next round step that divides into fewer ranges, or into more; `nil` where there is none.
  ///
  /// Between whole numbers there is no other, so that their ranges have a width of 1 at least.
  package func next(isCoarser: Bool, ofWholeNumbers isWhole: Bool = false) -> RangeStep? {
    switch self {
    case .number(let width):
      let other = Self.next(width, isCoarser)
      if isWhole, !isCoarser, other < 1 { return nil }
      return Self.widths.contains(other) ? .number(other) : nil
    case .time(let step):
      guard let place = Self.units.firstIndex(where: { $0.step == step }) else {
        if isCoarser, step.count >= Self.yearLimit { return nil }
        let years = Value.decimal(Self.next(Decimal(step.count), isCoarser)).double ?? 1
        return .time(DateOffset(Int(years), .years))
      }
      if isCoarser, place == Self.units.count - 1 { return .time(DateOffset(20, .years)) }
      let other = place + (isCoarser ? 1 : -1)
      return Self.units.indices.contains(other) ? .time(Self.units[other].step) : nil
    case .letter: return nil
    }
  }

  /// The round number above or below a positive one.
  private static func next(_ number: Decimal, _ isUp: Bool) -> Decimal {
    let round = roundNumbers(around: number)
    return (isUp ? round.first { $0 > number } : round.last { $0 < number }) ?? number
  }

  /// The round numbers from below a positive one to above it.
  private static func roundNumbers(around number: Decimal) -> [Decimal] {
    var power: Decimal = 1
    while power > number { power /= 10 }
    while power * 10 <= number { power *= 10 }
    return [power / 2, power, power * 2, power * 5, power * 10]
  }

  /// The values that the step divides.
  package var divided: String {
    switch self {
    case .number: "numbers"
    case .time: "dates"
    case .letter: "texts"
    }
  }

  /// Whether the step divides values of a kind.
  package func divides(_ kind: ComparedKind) -> Bool {
    switch (self, kind.family) {
    case (_, .anything), (.number, .number), (.time, .date), (.time, .dateOrNever),
      (.letter, .text):
      true
    default: false
    }
  }

  /// The number of ranges that a step is chosen for unless somebody says.
  package static let usualCount = 20

  /// The smallest round step that divides the values from `low` to `high` into at most `count` ranges; 1 for values
  /// without a distance.
  ///
  /// Round are 1, 2 and 5 times a power of ten, and the steps of the calendar; whole numbers have a step of 1 at least.
  package init(from low: Value, to high: Value, count: Int = usualCount) {
    if case .string = low, case .string = high {
      self = .letter
      return
    }
    if case .date(let first) = low, case .date(let last) = high {
      let seconds = last.timeIntervalSince(first) / Double(count)
      let step = Self.units.first { $0.seconds >= seconds }?.step
      let years = Self.roundUp(Decimal(max(seconds / Self.year, 1)))
      self = .time(step ?? DateOffset(Int(Value.decimal(years).double ?? 1), .years))
      return
    }
    guard let first = low.double, let last = high.double else {
      self = .number(1)
      return
    }
    let width = (last - first) / Double(count)
    let round = (1e-30...1e30).contains(width) ? Self.roundUp(Decimal(width)) : 1
    let isWhole = if case (.int, .int) = (low, high) { true } else { false }
    self = .number(isWhole ? max(round, 1) : round)
  }

  /// The smallest round number that is not below a positive one.
  private static func roundUp(_ number: Decimal) -> Decimal {
    roundNumbers(around: number).first { $0 >= number } ?? number
  }

  /// The bounds of the range with a value, the second behind it; `nil` where the step divides no values of its kind.
  ///
  /// Texts with the same first letter have no second bound.
  package func bounds(around value: Value) -> (from: Value, below: Value)? {
    switch (self, value) {
    case (.letter, .string(let text)):
      let letter = text.first.map { String($0).uppercased() } ?? ""
      return (.string(letter), .null)
    case (.time(let step), .date(let date)): return Self.bounds(around: date, step)
    case (.number(let step), _):
      guard let number = value.double, number.isFinite else { return nil }
      return Self.bounds(around: value, number, step)
    default: return nil
    }
  }

  private static func bounds(around value: Value, _ number: Double, _ step: Decimal) -> (
    from: Value, below: Value
  )? {
    guard let width = Value.decimal(step).double,
      var index = Int64(exactly: (number / width).rounded(.down)), index.magnitude < 1 << 62
    else { return nil }
    func bound(_ index: Int64) -> Value { .decimal(Decimal(index) * step).wholeIfExact }
    // The quotient is rounded, the bounds are exact.
    while value.precedes(bound(index)) { index -= 1 }
    while !value.precedes(bound(index + 1)) { index += 1 }
    return (bound(index), bound(index + 1))
  }

  private static func bounds(around date: Date, _ step: DateOffset) -> (from: Value, below: Value)?
  {
    let (year, month, day, seconds) = date.wallClock
    let start: Date
    switch step.unit {
    case .years: start = Date(year: year.floored(to: step.count), month: 1, day: 1)
    case .months:
      start = Date(year: year, month: (month - 1).floored(to: step.count) + 1, day: 1)
    case .weeks:
      let monday = Date.monday(ofWeekWith: Date.days(year: year, month: month, day: day))
      start = Date(timeIntervalSince1970: Double(monday) * 86_400)
    default:
      let length = step.unit == .minutes ? 60 : step.unit == .hours ? 3_600 : 86_400
      start = Date(year: year, month: month, day: day) + Double(Int(seconds).floored(to: length))
    }
    return start.adding(step).map { (.date(start), .date($0)) }
  }
}

extension Value {
  /// A whole number wherever it is one.
  fileprivate var wholeIfExact: Value {
    decimal.flatMap { Int64($0.description) }.map { .int($0) } ?? self
  }
}
