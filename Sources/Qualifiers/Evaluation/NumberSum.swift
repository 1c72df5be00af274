package import FoundationEssentials

/// A sum that loses nothing: whole numbers and decimals are added exactly, binary fractions with the error of each step.
package struct NumberSum: Sendable {
  /// The kind of numbers, which is that of the sum too.
  package enum Kind: Sendable, Hashable {
    case whole, decimal, binary
  }

  /// Whole numbers, and numbers counted in tenths to ten-thousandths.
  private var units: (Int128, Int128, Int128, Int128, Int128) = (0, 0, 0, 0, 0)
  /// The decimals that no unit counts.
  private var decimal: Decimal?
  /// Binary fractions: their sum, its error and the error of that.
  private var binary: (sum: Double, error: Double, rest: Double) = (0, 0, 0)
  /// The decimal places of the last number in units, which the next most likely has too.
  private var places = 0
  private var hasDecimals: Bool
  private var hasBinaries: Bool

  /// The sum of nothing, which is 0 of its kind; a number of another kind may change the kind.
  package init(_ kind: Kind = .whole) {
    (hasDecimals, hasBinaries) = (kind == .decimal, kind == .binary)
  }

  /// Adds a number; null adds nothing.
  ///
  /// - Returns: Whether the value is a number or null.
  package mutating func add(_ value: Value) -> Bool {
    switch value {
    case .null: return true
    case .int(let number): add(number)
    case .decimal(let number): add(number)
    case .double(let number): add(number)
    default: return false
    }
    return true
  }

  /// Adds a number several times; null adds nothing.
  ///
  /// - Returns: Whether the value is a number or null.
  package mutating func add(_ value: Value, times count: Int) -> Bool {
    switch value {
    case .int(let number): units.0 &+= Int128(number) * Int128(count)
    case .decimal(let number): add(number * Decimal(count))
    // Each step has its error, as where the rows are added one by one.
    default: return (0..<count).allSatisfy { _ in add(value) }
    }
    return true
  }

  /// Adds a whole number.
  package mutating func add(_ number: Int64) { units.0 &+= Int128(number) }

  /// Adds a decimal.
  package mutating func add(_ number: Decimal) {
    decimal = (decimal ?? 0) + number
    hasDecimals = true
  }

  /// Adds a binary fraction.
  package mutating func add(_ number: Double) {
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

  private mutating func add(_ number: Double, places: Int) -> Bool {
    let scale: Double =
      switch places {
      case 0: 1
      case 1: 10
      case 2: 100
      case 3: 1_000
      default: 10_000
      }
    let scaled = (number * scale).rounded()
    // Fifteen digits are the same digits in any binary fraction that has them.
    guard abs(scaled) < 1e15, scaled / scale == number else { return false }
    let count = Int128(Int64(scaled))
    switch places {
    case 0: units.0 &+= count
    case 1: units.1 &+= count
    case 2: units.2 &+= count
    case 3: units.3 &+= count
    default: units.4 &+= count
    }
    return true
  }

  /// Returns the error of an addition.
  private static func add(_ number: Double, to sum: inout Double) -> Double {
    let old = sum
    sum += number
    let added = sum - old
    return (old - (sum - added)) + (number - added)
  }

  /// The sum; `nil` for a whole number beyond 64 bits.
  package var value: Value? {
    if hasBinaries { return .double(binarySum) }
    return hasDecimals ? .decimal(exactSum) : Int64(exactly: units.0).map { .int($0) }
  }

  /// The sum divided by a number of values, a decimal unless a binary fraction is among them.
  package func average(of count: Int64) -> Value {
    hasBinaries ? .double(binarySum / Double(count)) : .decimal(exactSum / Decimal(count))
  }

  /// The exact part, of at most 38 digits.
  private var exactSum: Decimal {
    let fractions = units.1 * 1_000 + units.2 * 100 + units.3 * 10 + units.4
    let whole = Self.decimal(units.0)
    guard hasDecimals else { return whole }
    let counted = whole + Self.decimal(fractions) / 10_000
    return decimal.map { $0 + counted } ?? counted
  }

  private var binarySum: Double {
    guard binary.sum.isFinite else { return binary.sum }
    let exact = hasDecimals ? Value.decimal(exactSum).double ?? 0 : Double(units.0)
    return binary.sum + (exact + (binary.error + binary.rest))
  }

  private static func decimal(_ number: Int128) -> Decimal {
    Int64(exactly: number).map { Decimal($0) } ?? Decimal(string: number.description) ?? .nan
  }
}
