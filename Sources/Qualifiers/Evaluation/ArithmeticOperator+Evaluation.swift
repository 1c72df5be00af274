import FoundationEssentials

extension ArithmeticOperator {
  /// Computes the result for two values.
  ///
  /// 1. Null makes null; so does a division by 0.
  /// 2. Whole numbers stay whole, but `/` gives a decimal; beyond 64 bits is a problem, never a rounded number.
  /// 3. Decimals are exact; a result of more than 38 digits is a problem. Only a quotient without an end is rounded.
  /// 4. A double makes a double; what is no number, as infinity minus infinity, is null.
  /// 5. `+` joins two texts.
  /// 6. `-` gives the days between two dates, the seconds between two sides that are times of day.
  func value(
    of left: Value,
    _ right: Value,
    areTimes: @autoclosure () -> Bool = false
  ) throws(ComputationProblem) -> Value {
    guard !left.isNull, !right.isNull else { return .null }
    switch (self, left, right) {
    case (.plus, .string(let start), .string(let end)): return .string(start + end)
    case (.plus, .string, let other), (.plus, let other, .string): throw .unfit(other, "a text")
    case (.minus, .date, _), (.minus, _, .date):
      let (left, right) = (try left.asMoment, try right.asMoment)
      let seconds = left.timeIntervalSinceReferenceDate - right.timeIntervalSinceReferenceDate
      let result = areTimes() ? seconds : seconds / 86_400
      return Int64(exactly: result).map(Value.int) ?? .double(result)
    default: break
    }
    let (a, b) = (try left.asNumber, try right.asNumber)
    if case .int(let a) = a, case .int(let b) = b, self != .divided {
      guard b != 0 || self != .remainder else { return .null }
      let (result, isTooBig) = operation()(a)(b)
      // The remainder of the least number and -1 is 0 all the same.
      guard !isTooBig || self == .remainder else { throw .overflow }
      return .int(result)
    }
    guard let a = a.decimal, let b = b.decimal else {
      return real(a.double ?? 0, b.double ?? 0).map(Value.double) ?? .null
    }
    guard b != 0 || !isDivision else { return .null }
    guard let a = ExactNumber(decimal: a), let b = ExactNumber(decimal: b),
      let result = exact(a, b)?.decimal
    else {
      throw .tooManyDigits
    }
    return .decimal(result)
  }

  private var isDivision: Bool { self == .divided || self == .remainder }

  /// The operation on whole numbers.
  private func operation<Number: FixedWidthInteger & SendableMetatype>()
    -> (Number) -> (Number) -> (partialValue: Number, overflow: Bool)
  {
    switch self {
    case .plus: Number.addingReportingOverflow
    case .minus: Number.subtractingReportingOverflow
    case .times: Number.multipliedReportingOverflow
    case .divided: Number.dividedReportingOverflow
    case .remainder: Number.remainderReportingOverflow
    }
  }

  private func exact(_ a: ExactNumber, _ b: ExactNumber) -> ExactNumber? {
    switch self {
    case .plus, .minus, .remainder: a.combined(with: b, by: operation())
    case .times: a * b
    case .divided: a / b
    }
  }

  /// The result for two binary fractions; `nil` for what is no number.
  package func real(_ a: Double, _ b: Double) -> Double? {
    guard b != 0 || !isDivision else { return nil }
    let result =
      switch self {
      case .plus: a + b
      case .minus: a - b
      case .times: a * b
      case .divided: a / b
      case .remainder: a.truncatingRemainder(dividingBy: b)
      }
    return result.isNaN ? nil : result
  }
}

extension Value {
  /// The number for arithmetic; true and false are 1 and 0.
  var asNumber: Value {
    get throws(ComputationProblem) {
      switch self {
      case .bool(let flag): .int(flag ? 1 : 0)
      case .int, .double, .decimal: self
      default: throw .unfit(self, "a number")
      }
    }
  }

  /// The date that this is, or that the text spells.
  var asDate: Date {
    get throws(ComputationProblem) {
      if case .date(let date) = self { return date }
      guard let date = string.flatMap(Date.init(moment:)) else { throw .unfit(self, "a date") }
      return date
    }
  }

  /// The date that this is, or that the text spells, also a time of day.
  var asMoment: Date {
    get throws(ComputationProblem) {
      if let time = string.flatMap(Date.init(timeOfDay:)) { return time }
      return try asDate
    }
  }

  /// The text that operators on text see.
  var joinedText: String {
    get throws(ComputationProblem) {
      guard let plainText else { throw .unfit(self, "a text") }
      return plainText
    }
  }
}
