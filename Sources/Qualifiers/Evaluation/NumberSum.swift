import FoundationEssentials

/// A sum that loses nothing: whole numbers and decimals are added exactly, binary fractions with the error of each step.
package struct NumberSum: Sendable {
  /// The kind of numbers, which is that of the sum too.
  package enum Kind: Sendable, Hashable {
    case whole, decimal, binary
  }

  /// How many numbers were added.
  private var count: Int64 = 0
  /// Whole numbers, and numbers counted in tenths to ten-thousandths.
  private var units: InlineArray<5, Int128> = [0, 0, 0, 0, 0]
  /// The decimals that no unit counts; `nil` beyond the digits there may be.
  private var decimal: ExactNumber?
  /// Binary fractions: their sum, its error and the error of that.
  private var binary: (sum: Double, error: Double, rest: Double) = (0, 0, 0)
  /// The decimal places of the last number in units, which the next most likely has too.
  private var places = 0
  private var hasDecimals: Bool
  private var hasBinaries: Bool
  /// The first value that is no number.
  private var unsuitable: Value?

  /// The sum of nothing, which is 0 of its kind; a number of another kind may change the kind.
  package init(_ kind: Kind = .whole) {
    (hasDecimals, hasBinaries) = (kind == .decimal, kind == .binary)
    decimal = ExactNumber(0)
  }

  /// Adds a value; null adds nothing, and with what is no number there is no sum.
  package mutating func add(_ value: Value) {
    switch value {
    case .null: break
    case .int(let number): add(number)
    case .decimal(let number): add(number)
    case .double(let number): add(number)
    default: unsuitable = unsuitable ?? value
    }
  }

  /// Adds a value several times, as ``add(_:)`` does once.
  package mutating func add(_ value: Value, times: Int) {
    switch value {
    case .int(let number):
      units[0] &+= Int128(number) * Int128(times)
      count += Int64(times)
    case .decimal(let number):
      add(number * Decimal(times))
      count += Int64(times - 1)
    // Each step has its error, as where the rows are added one by one.
    case .double(let number): for _ in 0..<times { add(number) }
    default: add(value)
    }
  }

  /// Adds a whole number.
  package mutating func add(_ number: Int64) {
    count += 1
    units[0] &+= Int128(number)
  }

  /// Adds a binary fraction.
  package mutating func add(_ number: Double) {
    count += 1
    hasBinaries = true
    var error = Self.add(number, to: &binary.sum)
    error = Self.add(error, to: &binary.error)
    binary.rest += error
  }

  /// Adds the decimal with the fewest digits that is read as a binary fraction.
  package mutating func add(decimal number: Double) {
    hasDecimals = true
    if add(number, places: places) { return }
    for places in 0...4 where add(number, places: places) {
      self.places = places
      return
    }
    if let decimal = Decimal(string: number.description), number.isFinite {
      add(decimal)
    } else {
      add(number)
    }
  }

  private mutating func add(_ number: Decimal) {
    count += 1
    hasDecimals = true
    decimal = ExactNumber(decimal: number).flatMap { number in decimal.flatMap { $0 + number } }
  }

  private mutating func add(_ number: Double, places: Int) -> Bool {
    let scale = Self.scales[places]
    let scaled = (number * scale).rounded()
    // Fifteen digits are the same digits in any binary fraction that has them.
    guard abs(scaled) < 1e15, scaled / scale == number else { return false }
    count += 1
    units[places] &+= Int128(Int64(scaled))
    return true
  }

  private static let scales: InlineArray<5, Double> = [1, 10, 100, 1_000, 10_000]

  /// Returns the error of an addition.
  private static func add(_ number: Double, to sum: inout Double) -> Double {
    let old = sum
    sum += number
    let added = sum - old
    return (old - (sum - added)) + (number - added)
  }

  // MARK: Results

  /// The sum.
  ///
  /// - Throws: A fault that calls it `name`: it is a whole number beyond 64 bits or has more than 38 digits, or a value
  ///   is no number.
  package func sum(of name: String) throws(ExpressionFault) -> Value {
    try check(name)
    if hasBinaries { return .double(binarySum) }
    guard hasDecimals else {
      guard let whole = Int64(exactly: units[0]) else { throw ExpressionFault(name, .overflow) }
      return .int(whole)
    }
    guard let sum = exactSum?.decimal else { throw ExpressionFault(name, .tooManyDigits) }
    return .decimal(sum)
  }

  /// The average, a decimal unless a binary fraction is among the numbers; null of nothing.
  ///
  /// - Throws: A fault that calls it `name`, as for the sum.
  package func average(of name: String) throws(ExpressionFault) -> Value {
    try check(name)
    guard count > 0 else { return .null }
    if hasBinaries { return .double(binarySum / Double(count)) }
    guard let count = ExactNumber(Int128(count)),
      let average = exactSum.flatMap({ $0 / count })?.decimal
    else { throw ExpressionFault(name, .tooManyDigits) }
    return .decimal(average)
  }

  private func check(_ name: String) throws(ExpressionFault) {
    if let unsuitable { throw ExpressionFault(name, .unfit(unsuitable, "a number")) }
  }

  /// The exact part; `nil` beyond 38 digits.
  private var exactSum: ExactNumber? {
    let fractions = units[1] * 1_000 + units[2] * 100 + units[3] * 10 + units[4]
    guard let decimal, let whole = ExactNumber(units[0]) else { return nil }
    guard hasDecimals, let part = ExactNumber(fractions, exponent: -4) else { return whole }
    return (whole + part).flatMap { $0 + decimal }
  }

  private var binarySum: Double {
    guard binary.sum.isFinite else { return binary.sum }
    let exact =
      hasDecimals
      ? exactSum?.decimal.flatMap { Value.decimal($0).double } ?? .nan : Double(units[0])
    return binary.sum + (exact + (binary.error + binary.rest))
  }
}
