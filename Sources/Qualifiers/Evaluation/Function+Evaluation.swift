import Diagnostics
package import FoundationEssentials

extension Function {
  /// Computes the result for the values of the parameters; null for a parameter that is null, except where null is left out.
  func value(of values: [Value]) throws(ComputationProblem) -> Value {
    switch self {
    case .coalesce: return values.first { !$0.isNull } ?? .null
    case .concat:
      var text = ""
      for value in values where !value.isNull { text += try value.joinedText }
      return .string(text)
    default:
      guard !values.contains(where: \.isNull) else { return .null }
    }
    switch self {
    case .div, .round, .abs: return try number(values)
    case .min, .max: return try extreme(values)
    case .length, .lower, .upper, .trim, .substring, .replace: return try text(values)
    default: return datePart(of: try values[0].asDate)
    }
  }

  private func number(_ values: [Value]) throws(ComputationProblem) -> Value {
    let number = try values[0].asNumber
    switch self {
    case .abs:
      return try number.compare(.int(0)) == .less
        ? ArithmeticOperator.minus.value(of: .int(0), number) : number
    case .div:
      let divisor = try values[1].asNumber
      if case .int(.min) = number, case .int(-1) = divisor { throw .overflow }
      if case .int(let a) = number, case .int(let b) = divisor {
        return b == 0 ? .null : .int(a / b)
      }
      // The rest is exact, the quotient may not be.
      let rest = try ArithmeticOperator.remainder.value(of: number, divisor)
      let multiple = try ArithmeticOperator.minus.value(of: number, rest)
      return try ArithmeticOperator.divided.value(of: multiple, divisor).roundedNumber(places: 0)
    default: return try number.roundedNumber(places: values.count > 1 ? values[1].asPlaces : 0)
    }
  }

  /// The least or greatest value; the first of those that are equal.
  private func extreme(_ values: [Value]) throws(ComputationProblem) -> Value {
    var best = values[0]
    for value in values.dropFirst() {
      guard let order = value.compare(best) else {
        throw .unfit(value, "comparable with \(best.literal.prefix(40))")
      }
      if order == (self == .min ? .less : .greater) { best = value }
    }
    return best
  }

  private func text(_ values: [Value]) throws(ComputationProblem) -> Value {
    let text = try values[0].joinedText
    switch self {
    case .length: return .int(Int64(text.count))
    case .lower: return .string(text.lowercased())
    case .upper: return .string(text.uppercased())
    case .trim:
      let start = text.drop(while: \.isWhitespace)
      let end = start.lastIndex { !$0.isWhitespace }
      return .string(end.map { String(start[...$0]) } ?? "")
    case .replace:
      let (old, new) = (try values[1].joinedText, try values[2].joinedText)
      return .string(old.isEmpty ? text : text.replacing(old, with: new))
    default:
      let start = try values[1].asWhole
      let length = values.count > 2 ? try values[2].asWhole : .max
      // The places before the first character count as well.
      let (end, isBeyond) = start.addingReportingOverflow(Swift.max(0, length))
      let skipped = Int(Swift.max(start, 1) - 1)
      let taken = isBeyond ? .max : Swift.max(0, Int(end) - 1 - skipped)
      return .string(String(text.dropFirst(skipped).prefix(taken)))
    }
  }

  /// The part of a date that the function names; null for a function of other values.
  package func datePart(of date: Date) -> Value {
    let (year, month, day, seconds) = date.wallClock
    let quarter = (month + 2) / 3
    let (weekYear, week, weekday) = date.isoWeek
    func named(_ year: Int, _ part: String) -> Value {
      .string((year < 0 ? "-" : "") + String(Swift.abs(year), digits: 4) + "-" + part)
    }
    return switch self {
    case .year: .int(Int64(year))
    case .quarter: .int(Int64(quarter))
    case .month: .int(Int64(month))
    case .week: .int(Int64(week))
    case .weekday: .int(Int64(weekday))
    case .day: .int(Int64(day))
    case .hour: .int(Int64(seconds / 3600))
    case .yearQuarter: named(year, "Q\(quarter)")
    case .yearMonth: named(year, String(month, digits: 2))
    case .yearWeek: named(weekYear, "W" + String(week, digits: 2))
    default: .null
    }
  }
}

extension Date {
  /// The week by ISO 8601, in which the first week of a year has its first Thursday, and the weekday from Monday as 1.
  fileprivate var isoWeek: (year: Int, week: Int, weekday: Int) {
    let (year, month, day, _) = wallClock
    let days = Date.days(year: year, month: month, day: day)
    let monday = Date.monday(ofWeekWith: days)
    let thursday = monday + 3
    let weekYear = Date.civil(days: thursday).year
    return (
      weekYear, (thursday - Date.days(year: weekYear, month: 1, day: 1)) / 7 + 1, days - monday + 1
    )
  }
}

extension Value {
  /// The number rounded to `places` behind the point, halves away from zero.
  ///
  /// A double is rounded as the decimal that its shortest text is.
  fileprivate func roundedNumber(places: Int) throws(ComputationProblem) -> Value {
    switch self {
    case .int(let value):
      guard places < 0 else { return self }
      let rounded = ExactNumber(Int128(value))?.rounded(places: places)
      guard let integer = (rounded?.decimal?.description).flatMap(Int64.init) else {
        throw .overflow
      }
      return .int(integer)
    case .decimal(let value):
      guard let rounded = ExactNumber(decimal: value)?.rounded(places: places)?.decimal else {
        throw .tooManyDigits
      }
      return .decimal(rounded)
    case .double(let value):
      guard let exact = Decimal(string: value.description).flatMap(ExactNumber.init(decimal:)),
        let rounded = exact.rounded(places: places)?.decimal
      else { return self }
      return .double(Double(rounded.description) ?? value)
    default: return self
    }
  }

  /// The whole number that this is.
  fileprivate var asWhole: Int64 {
    get throws(ComputationProblem) {
      let number = try asNumber
      let whole =
        if case .int(let value) = number { value } else {
          number.double.flatMap(Int64.init(exactly:))
        }
      guard let whole else { throw .unfit(self, "a whole number") }
      return whole
    }
  }

  /// A number of digits behind the point; beyond what a number has it makes no difference.
  fileprivate var asPlaces: Int {
    get throws(ComputationProblem) { Int(Swift.min(Swift.max(try asWhole, -400), 400)) }
  }
}
