import FoundationEssentials
import Qualifiers

/// The places of categories on an axis: numbers and dates lie at their distance, names side by side.
enum CategoryPlaces {
  /// Seconds since 1970.
  case dates([Double?])
  case numbers([Double?])
  /// The count of names.
  case names(Int)

  /// The places of `categories`; null has none.
  init(_ categories: [Chart.Category]) {
    let values = categories.lazy.map(\.value).filter { !$0.isNull }
    guard let first = values.first else {
      self = .names(categories.count)
      return
    }
    let isDate = Self.seconds(of: first) != nil
    let places = categories.map { isDate ? Self.seconds(of: $0.value) : Self.number(of: $0.value) }
    let isComplete = zip(categories, places).allSatisfy { $0.value.isNull || $1 != nil }
    self = !isComplete ? .names(categories.count) : isDate ? .dates(places) : .numbers(places)
  }

  /// The place of each category; `nil` for those that have none.
  var all: [Double?] {
    switch self {
    case .dates(let places), .numbers(let places): places
    case .names(let count): (0..<count).map(Double.init)
    }
  }

  private static func number(of value: Value) -> Double? {
    if case .bool = value { return nil }
    return value.double.flatMap { $0.isFinite ? $0 : nil }
  }

  /// The moment of a date, or of the beginning of a month, quarter or week as expressions write them.
  private static func seconds(of value: Value) -> Double? {
    switch value {
    case .date(let date): date.isOnCalendar ? date.timeIntervalSince1970 : nil
    case .string(let text): date(of: text)?.timeIntervalSince1970
    default: nil
    }
  }

  private static func date(of text: String) -> Date? {
    if let date = Date(wallClock: text) { return date }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 4, let year = Int(parts[0]), year >= 0 else {
      return nil
    }
    let number = Int(parts[1].drop { $0 == "Q" || $0 == "W" }) ?? 0
    switch (parts[1].first, number) {
    case ("Q", 1...4): return Date(year: year, month: number * 3 - 2, day: 1)
    case ("W", 1...53):
      // The Thursday of the first week is among the first seven days of the year.
      let monday = Date.monday(ofWeekWith: Date.days(year: year, month: 1, day: 4))
      return Date(timeIntervalSince1970: Double(monday + (number - 1) * 7) * 86_400)
    case ("0", 1...9) where parts[1].utf8.count == 2, ("1", 10...12):
      return Date(year: year, month: number, day: 1)
    default: return nil
    }
  }
}
