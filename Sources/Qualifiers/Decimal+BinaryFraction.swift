package import FoundationEssentials

extension Decimal {
  /// The binary fraction that keeps the number: one that is the very number, or that is written with its digits; `nil` where
  /// there is none.
  package var binaryFraction: Double? {
    guard let binary = Double(description), binary.isFinite else { return nil }
    let isKept = Decimal(string: binary.description) == self || Decimal(ofBinary: binary) == self
    return isKept ? binary : nil
  }

  /// All digits of a binary fraction; `nil` where they are too many.
  private init?(ofBinary binary: Double) {
    // An odd whole number, and how often it is doubled or halved: to halve is to take five times as many tenths.
    let scale = Double(sign: .plus, exponent: binary.significandWidth, significand: 1)
    let power = Int(binary.exponent) - binary.significandWidth
    guard binary.isNormal, var digits = UInt128(exactly: binary.significand * scale) else {
      return nil
    }
    for _ in 0..<abs(power) {
      let (product, isTooGreat) = digits.multipliedReportingOverflow(by: power < 0 ? 5 : 2)
      if isTooGreat { return nil }
      digits = product
    }
    guard let significand = Decimal(string: digits.description) else { return nil }
    self.init(sign: binary.sign, exponent: min(power, 0), significand: significand)
  }
}
