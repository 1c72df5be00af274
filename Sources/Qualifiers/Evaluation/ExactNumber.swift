import FoundationEssentials

/// A decimal number of at most 38 digits that is never rounded by itself: `digits` times ten to the power of `exponent`.
///
/// Without trailing zeros among the digits.
struct ExactNumber: Sendable, Hashable {
  /// The most digits of a number.
  static let maximumDigits = 38
  /// The digits of a quotient that has no end.
  static let quotientDigits = 20

  private static let powers: [Int128] = (0..<38).reduce(into: [1]) { powers, _ in
    powers.append(powers[powers.count - 1] * 10)
  }

  /// The digits, with the sign of the number.
  private(set) var digits: Int128
  /// The power of ten by which the digits are multiplied.
  private(set) var exponent: Int

  /// A number; `nil` when it has too many digits.
  init?(_ digits: Int128, exponent: Int = 0) {
    guard digits.magnitude < Self.powers[Self.maximumDigits].magnitude else { return nil }
    guard digits != 0 else {
      (self.digits, self.exponent) = (0, 0)
      return
    }
    var (digits, exponent) = (digits, exponent)
    while digits % 10 == 0 { (digits, exponent) = (digits / 10, exponent + 1) }
    (self.digits, self.exponent) = (digits, exponent)
  }

  /// The number that a decimal is; `nil` when it has too many digits.
  init?(decimal: Decimal) {
    guard let digits = Int128(decimal.significand.description) else { return nil }
    self.init(decimal.sign == .minus ? -digits : digits, exponent: decimal.exponent)
  }

  /// The number as a decimal; `nil` beyond what a decimal holds.
  var decimal: Decimal? {
    // The smallest decimals have the exponent -128.
    (-127...127).contains(exponent) ? Decimal(string: "\(digits)e\(exponent)") : nil
  }

  /// How many digits there are.
  private var digitCount: Int {
    Self.powers.firstIndex { $0 > digits.magnitude } ?? Self.maximumDigits
  }

  // MARK: Computing

  /// The result of an operation on the digits of both, written with one exponent; `nil` when there are too many digits.
  func combined(
    with other: ExactNumber,
    by operation: (Int128) -> (Int128) -> (partialValue: Int128, overflow: Bool)
  ) -> ExactNumber? {
    let common = [self, other].filter { $0.digits != 0 }.map(\.exponent).min() ?? 0
    func scaled(_ number: ExactNumber) -> Int128? {
      guard number.digits != 0 else { return 0 }
      guard number.exponent - common <= Self.maximumDigits else { return nil }
      let scale = Self.powers[number.exponent - common]
      let (digits, isTooBig) = number.digits.multipliedReportingOverflow(by: scale)
      return isTooBig ? nil : digits
    }
    guard let left = scaled(self), let right = scaled(other) else { return nil }
    let (result, isTooBig) = operation(left)(right)
    return isTooBig ? nil : ExactNumber(result, exponent: common)
  }

  /// The sum; `nil` when it has too many digits.
  static func + (left: ExactNumber, right: ExactNumber) -> ExactNumber? {
    left.combined(with: right, by: Int128.addingReportingOverflow)
  }

  static func * (left: ExactNumber, right: ExactNumber) -> ExactNumber? {
    let (product, isTooBig) = left.digits.multipliedReportingOverflow(by: right.digits)
    return isTooBig ? nil : ExactNumber(product, exponent: left.exponent + right.exponent)
  }

  /// The quotient by a number other than 0: exact when it has at most 38 digits, else rounded to 20.
  ///
  /// A quotient whose whole part is longer is rounded to a whole number.
  static func / (left: ExactNumber, right: ExactNumber) -> ExactNumber? {
    let divisor = right.digits.magnitude
    var (digits, rest) = left.digits.magnitude.quotientAndRemainder(dividingBy: divisor)
    var exponent = left.exponent - right.exponent
    while rest != 0, digits < powers[maximumDigits - 1] {
      let next = divisor.dividingFullWidth(rest.multipliedFullWidth(by: 10))
      (digits, rest) = (digits * 10 + next.quotient, next.remainder)
      exponent -= 1
    }
    let isNegative = (left.digits < 0) != (right.digits < 0)
    let quotient = ExactNumber(Int128(digits) * (isNegative ? -1 : 1), exponent: exponent)
    guard rest != 0, let quotient else { return quotient }
    let places = quotientDigits - (quotient.digitCount + quotient.exponent)
    return quotient.rounded(places: max(places, min(0, -exponent)))
  }

  /// The number with at most `places` digits behind the point, halves away from zero; with a negative number the last
  /// digits before the point become zeros.
  func rounded(places: Int) -> ExactNumber? {
    // Written so that no number of places overflows.
    guard exponent < 0 - places else { return self }
    let dropped = 0 - places - exponent
    guard dropped <= Self.maximumDigits else { return ExactNumber(0) }
    let (quotient, rest) = digits.quotientAndRemainder(dividingBy: Self.powers[dropped])
    let isUp = rest.magnitude >= (Self.powers[dropped] - Self.powers[dropped] / 2).magnitude
    return ExactNumber(quotient + (isUp ? digits.signum() : 0), exponent: 0 - places)
  }
}
