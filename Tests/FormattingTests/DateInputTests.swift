import EntityModel
import Formatting
import FoundationEssentials
import Qualifiers
import Testing

/// Days as people write them.
struct DateInputTests {
  private let now = Date(wallClock: "2026-11-22 10:00:00") ?? .distantPast

  private func read(_ text: String) -> String? {
    DateInput(text, now: now).map { day in
      let (year, month, date, seconds) = day.date.wallClock
      return "\(year)-\(month)-\(date)" + (seconds == 0 ? "" : " \(Int(seconds) / 60)")
    }
  }

  @Test(arguments: [
    ("3.4.2024", "2024-4-3"), ("03.04.2024", "2024-4-3"), ("1.2.", "2026-2-1"),
    ("3.4.24", "2024-4-3"),
    ("3.4.85", "1985-4-3"), ("2024-3-1", "2024-3-1"), ("2024/3/1", "2024-3-1"),
    ("20240301", "2024-3-1"),
    ("29.2.2024", "2024-2-29"), ("3.4.2024 14:30", "2024-4-3 870"),
    ("20240301T08:15", "2024-3-1 495"),
    ("1.2. 9:05", "2026-2-1 545"),
  ])
  func `E13: a day is read as people write it`(text: String, expected: String) {
    #expect(read(text) == expected)
  }

  @Test(arguments: [
    "30.2.2024", "29.2.2023", "1.13.2024", "0.1.2024", "3/4/2024", "3-4-2024", "1.2", "1.2.3.4",
    "2024",
    "2024030", "202403011", "20241301", "1..2024", ".1.2024", "1.2.202", "a.b.2024",
    "1.2.2024 25:00", "", ".",
    "٣.٤.2024", "1.2.2024 x",
  ])
  func `E13: what is no day, or may be two, is refused`(text: String) {
    #expect(read(text) == nil)
  }

  @Test func `E13: a day is read in each way of writing it`() {
    // From the year 1000 on, some days in each month and year.
    for days in stride(from: -354_000, to: 2_900_000, by: 6_991) {
      let date = Date(timeIntervalSince1970: Double(days) * 86_400)
      let (year, month, day, _) = date.wallClock
      let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
      for text in [
        "\(day).\(month).\(year)", "\(two(day)).\(two(month)).\(year)", "\(year)-\(month)-\(day)",
        "\(year)/\(two(month))/\(day)", "\(year)\(two(month))\(two(day))",
      ] {
        #expect(DateInput(text, now: now)?.date == date, "\(text)")
      }
    }
  }

  @Test(arguments: [
    ("3/4/1969", ["1969-04-03", "1969-03-04"]), ("3-4-69", ["1969-04-03", "1969-03-04"]),
    ("13/4/1969", ["1969-04-13"]), ("5/5/1969 10:00", ["1969-05-05"]), ("30/2/2024", []),
    ("3/4", []), ("1969/3/4", []), ("x/4/1969", []), ("", []),
  ])
  func `3-13: a day that may be meant in two ways is refused with both`(
    text: String,
    days: [String]
  ) {
    #expect(DateInput.readings(of: text) == days)
  }
}
