/// A way to count time in numbers, and the numbers that moments of databases plausibly are in it.
///
/// Numbers are taken for dates where they are plausible in one era and in no other; what fits two, as the seconds of 1999
/// since 1970 and of 2030 since 2001 do, stays a number.
struct DateEra {
  let storage: StorageFormat
  /// What moments from about 1995 on are.
  private let range: Range<Double>

  /// Eras that count from elsewhere than 2001 reach as far as expiries do; what counts from 2001 was written not long ago,
  /// by programs of one maker, and is of 2004 or later.
  private init?(_ storage: StorageFormat) {
    guard let (origin, perSecond) = storage.count else { return nil }
    let first = origin == 0 ? 1e8 : Self.year1995
    let last = origin == 0 ? Self.year2032 : Self.year2100
    self.storage = storage
    range = first * perSecond + Double(origin)..<last * perSecond + Double(origin)
  }

  /// Seconds since 2001 at the beginning of the years 1995, 2032 and 2100.
  private static let (year1995, year2032, year2100) = (-189_388_800.0, 978_220_800.0, 3.1241376e9)

  private static let all = StorageFormat.allCases.compactMap { DateEra($0) }

  /// The one era in which the numbers are plausible moments; `nil` when there is none, or more than one.
  static func only(of numbers: [Double]) -> DateEra? {
    guard !numbers.isEmpty else { return nil }
    // Most columns fit none, and most of the others the first.
    let fitting = all.filter { era in
      let count = numbers.count { era.range.contains($0) }
      return count > 0 && numbers.count - count <= outliers(among: numbers.count)
    }
    return fitting.count == 1 ? fitting[0] : nil
  }

  /// How many of so many values may be no date where all others are.
  static func outliers(among count: Int) -> Int { count < 8 ? 0 : max(1, count / 10) }

  /// Whether the number is a plausible moment.
  func holds(_ number: Double) -> Bool { range.contains(number) }
}

/// Days and moments whose digits are written one behind the other: `20180213`, `20180213105900`.
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
