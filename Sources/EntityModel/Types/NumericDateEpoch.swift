import Qualifiers

/// A numeric encoding of time (unit and epoch), with the range of numbers that are plausible dates in it.
///
/// Type inference takes a column's numbers for dates if they are plausible in exactly one encoding. Numbers that fit two, as
/// the seconds of 1999 since 1970 and of 2030 since 2001 do, stay numbers. So do possible uptimes of a device.
struct NumericDateEpoch {
  let storage: StorageFormat
  /// The numbers of moments from about 1995 on.
  private let range: Range<Double>
  /// The whole numbers of such moments.
  private let wholeRange: Range<Double>
  /// Counts per second in an era whose numbers are as small as uptimes; `nil` in others.
  private let perSecondOfClock: Double?

  /// Eras that count from elsewhere than 2001 reach as far as expiries do; what counts from 2001 was written not long ago,
  /// by programs of one maker, and is of 2004 or later: whole numbers of the telephones that came three years after.
  private init?(_ storage: StorageFormat) {
    guard let (origin, perSecond) = storage.count else { return nil }
    let isApple = origin == 0
    let (first, last) = isApple ? (1e8, Self.year2032) : (Self.year1995, Self.year2100)
    self.storage = storage
    let end = last * perSecond + Double(origin)
    range = first * perSecond + Double(origin)..<end
    wholeRange = isApple ? Self.year2007 * perSecond..<end : range
    perSecondOfClock = isApple && perSecond < 1e6 ? perSecond : nil
  }

  /// Seconds since 2001 at the beginning of the years 1995, 2032 and 2100, and in the middle of 2007.
  private static let (year1995, year2032, year2100) = (-189_388_800.0, 978_220_800.0, 3.1241376e9)
  private static let year2007 = 2.03e8

  private static let all = StorageFormat.allCases.compactMap { NumericDateEpoch($0) }

  /// Moments of 1995 to 2040 in eras that are not shown: seconds since 1904 and 1900, and .NET's ticks since year 1.
  private static let others: [Range<Double>] = [2.871e9..<4.42e9, 6.29e17..<6.44e17]

  /// The one era in which the numbers are plausible moments; `nil` when there is none, or more than one.
  ///
  /// In a column named after a clock (`isClock`) small whole numbers may be uptimes. To count from 2001 they have to span more
  /// than two years.
  static func only(of numbers: [Value], isClock: Bool) -> NumericDateEpoch? {
    guard !numbers.isEmpty else { return nil }
    func areMost(_ isPlausible: (Value) -> Bool) -> Bool {
      let count = numbers.count(where: isPlausible)
      return count > 0 && numbers.count - count <= outliers(among: numbers.count)
    }
    // Most columns fit none, and most of the others the first.
    let fitting = all.filter { era in areMost(era.holds) }
    guard fitting.count == 1, let era = fitting.first,
      !others.contains(where: { other in areMost { $0.counted.map(other.contains) ?? false } }),
      !(isClock && era.mayBeUptime(numbers))
    else { return nil }
    return era
  }

  /// How many of so many values may be no date where all others are.
  static func outliers(among count: Int) -> Int { count < 8 ? 0 : max(1, count / 10) }

  /// Whether the number is a plausible moment.
  func holds(_ number: Value) -> Bool {
    switch number {
    case .int(let whole): wholeRange.contains(Double(whole))
    case .double(let number): range.contains(number)
    default: false
    }
  }

  /// Whether the numbers may be milliseconds or microseconds since a device was started.
  private func mayBeUptime(_ numbers: [Value]) -> Bool {
    guard let perSecondOfClock else { return false }
    let moments = numbers.filter(holds)
    let whole = moments.compactMap { if case .int(let number) = $0 { Double(number) } else { nil } }
    guard let least = whole.min(), let greatest = whole.max() else { return false }
    return greatest - least < 2 * 365 * 86_400 * perSecondOfClock
  }
}

extension Value {
  /// A number as it counts time.
  fileprivate var counted: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }
}

/// The recognition of numbers that write a date, or a date and a time, as digits: `20180213`, `20180213105900`.
///
/// Helps to find the type of a column from its values, and to tell such digits from numbers that count time.
package enum DateDigits {
  /// Whether a number of eight or fourteen digits is a day, or a day and a time, of the years 1800 to 2199.
  package static func type(of number: Int64) -> AttributeType? {
    switch number {
    case 18_000_101..<22_000_000: isDay(number) ? .date : nil
    case 18_000_101_000_000..<22_000_000_000_000:
      isDay(number / 1_000_000) && number / 10_000 % 100 < 24 && number / 100 % 100 < 60
        && number % 100 < 60 ? .timestamp : nil
    default: nil
    }
  }

  private static func isDay(_ number: Int64) -> Bool {
    (1...12).contains(number / 100 % 100) && (1...31).contains(number % 100)
  }
}
