import FoundationEssentials
import Qualifiers
import Testing

/// Years, months and the like among dates.
struct PlacedDaysTests {
  /// Dates by their texts, and what stands among them, in this order.
  private static let line: [(value: Value, isDate: Bool)] =
    [
      .string("0000-00-00"), date("1939-03-13"), .int(1967), date("1967-01-01 00:01"),
      .string("1967-05"), date("1967-05-02"), date("1967-12-31 23:59"), .string("1971-00-00"),
      date("1971-01-01"), .string("2001-02-30"), date("2001-03-01"), .int(20_240_301),
      date("2024-03-01 00:01"), .double(2025), date("2025-01-02"),
    ]
    .map { value in
      if case .date = value { return (value, true) }
      return (value, false)
    }

  private static func date(_ text: String) -> Value {
    Date(wallClock: text).map { .date($0) } ?? .null
  }

  @Test func `33/3-2: years, months and the like have a place among dates, from either side`() {
    for (left, one) in Self.line.enumerated() {
      for (right, other) in Self.line.enumerated() where one.isDate || other.isDate {
        let wanted: Value.Ordering = left < right ? .less : left == right ? .equal : .greater
        #expect(one.value.compare(other.value) == wanted, "\(one.value) and \(other.value)")
        // A number finds its place beside the text of a date, too.
        guard case .date(let date) = other.value, case .int = one.value else { continue }
        let text = Value.string(date.wallClockText(separator: " "))
        #expect(one.value.compare(text) == wanted, "\(one.value) and \(text)")
        #expect(text.compare(one.value) == wanted.reversed, "\(text) and \(one.value)")
      }
    }
  }

  @Test(arguments: [
    Value.string("soon"), .string(""), .string("21.10.1950"), .string("Jan 7, 2024"), .int(0),
    .int(-1),
    .int(5), .int(1_704_585_600), .int(20_240_230), .int(20_241_301), .double(1967.5), .bool(true),
    .data([0x31, 0x39, 0x36, 0x37]),
  ])
  func `33/3-2: what says no day has no place among dates`(value: Value) {
    for text in ["1939-03-13", "1970-01-01", "2024-03-01 10:00"] {
      let date = Self.date(text)
      #expect(date.compare(value) == nil && value.compare(date) == nil)
    }
  }
}
