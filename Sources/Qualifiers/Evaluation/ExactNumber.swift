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

  /// The number as a whole number of 64 bits; `nil` with a fraction or beyond.
  var integer: Int64? {
    guard (0...18).contains(exponent) else { return digits == 0 ? 0 : nil }
    return Int64(exactly: digits).flatMap {
      let (value, isTooBig) = $0.multipliedReportingOverflow(by: Int64(Self.powers[exponent]))
      return isTooBig ? nil : value
    }
  }

  /// How many digits there are.
  private var digitCount: Int {
    Self.powers.firstIndex { $0 > digits.magnitude } ?? Self.maximumDigits
  }

  // MARK: Computing

  /// Both with the smaller of their exponents; `nil` when one gets too many digits.
  private static func aligned(
    _ left: ExactNumber,
    _ right: ExactNumber
  ) -> (left: Int128, right: Int128, exponent: Int)? {
    let exponent = min(left.exponent, right.exponent)
    func scaled(_ number: ExactNumber) -> Int128? {
      let places = number.exponent - exponent
      guard places <= maximumDigits else { return nil }
      let (digits, isTooBig) = number.digits.multipliedReportingOverflow(by: powers[places])
      return isTooBig ? nil : digits
    }
    guard let a = scaled(left), let b = scaled(right) else { return nil }
    return (a, b, exponent)
  }

  /// The sum; `nil` when it has too many digits.
  static func + (left: ExactNumber, right: ExactNumber) -> ExactNumber? {
    guard left.digits != 0, right.digits != 0 else { return left.digits == 0 ? right : left }
    guard let (a, b, exponent) = aligned(left, right) else { return nil }
    let (sum, isTooBig) = a.addingReportingOverflow(b)
    return isTooBig ? nil : ExactNumber(sum, exponent: exponent)
  }

  static prefix func - (number: ExactNumber) -> ExactNumber {
    var negated = number
    negated.digits = -number.digits
    return negated
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

  /// The rest of a division by a number other than 0, with the sign of this number.
  static func % (left: ExactNumber, right: ExactNumber) -> ExactNumber? {
    aligned(left, right).flatMap { ExactNumber($0.left % $0.right, exponent: $0.exponent) }
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

  /// The whole number toward zero.
  var truncated: ExactNumber? {
    guard exponent < 0 else { return self }
    return ExactNumber(-exponent > Self.maximumDigits ? 0 : digits / Self.powers[-exponent])
  }
}
