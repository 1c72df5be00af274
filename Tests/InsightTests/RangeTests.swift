import FoundationEssentials
import EntityStore
@testable import Insight
import Qualifiers
import TestSupport
import Testing

/// Ranges with round bounds.
struct RangeTests {
  private static func date(_ text: String) throws -> Value {
    .date(try #require(Date(wallClock: text)))
  }

  private static let numbers: [(String, Value, Value, Value)] = [
    ("10", .int(37), .int(30), .int(40)), ("10", .int(-1), .int(-10), .int(0)),
    ("10", .int(40), .int(40), .int(50)), ("0.1", .double(0.3), .decimal(0.3), .decimal(0.4)),
    ("0.25", .decimal(0.5), .decimal(0.5), .decimal(0.75)),
    ("0.5", .double(-0.2), .decimal(-0.5), .int(0)), ("1", .int(far), .int(far), .int(far + 1)),
  ]
  /// A number that no binary fraction tells from the next.
  private static let far = Int64(1) << 60 + 1

  @Test(arguments: numbers)
  func `A number lies in the range from a multiple of the step`(
    step: String,
    value: Value,
    from: Value,
    below: Value
  ) throws {
    let width = try #require(RangeStep(step))
    let range = try #require(width.bounds(around: value))
    #expect(range.from == from && range.below == below, "\(range)")
  }

  @Test(arguments: [
    ("minute", "2026-03-01 12:34", "2026-03-01 12:35"),
    ("hour", "2026-03-01 12:00", "2026-03-01 13:00"), ("day", "2026-03-01", "2026-03-02"),
    ("week", "2026-02-23", "2026-03-02"), ("month", "2026-03-01", "2026-04-01"),
    ("quarter", "2026-01-01", "2026-04-01"), ("year", "2026-01-01", "2027-01-01"),
    ("decade", "2020-01-01", "2030-01-01"),
  ])
  func `A date lies in the stretch of the calendar around it`(
    step: String,
    from: String,
    below: String
  ) throws {
    let value = try Self.date("2026-03-01 12:34:56")
    let width = try #require(RangeStep(step))
    let range = try #require(width.bounds(around: value))
    #expect(try range.from == Self.date(from) && range.below == Self.date(below), "\(range)")
  }

  @Test(arguments: ["", "0", "-5", "fortnight", "1e3", "x"])
  func `What is no step is none`(text: String) { #expect(RangeStep(text) == nil) }

  @Test(arguments: [
    (Value.int(0), Value.int(100), RangeStep.number(5)), (.int(0), .int(101), .number(10)),
    (.int(0), .int(0), .number(1)), (.double(0), .double(1), .number(0.05)),
    (.decimal(3), .int(4_000_000), .number(200_000)), (.string("a"), .string("b"), .letter),
  ])
  func `A round step is chosen`(low: Value, high: Value, step: RangeStep) {
    #expect(RangeStep(from: low, to: high, count: 20) == step)
  }

  @Test(arguments: [
    ("2026-03-01", "2026-03-01 00:10", "minute"), ("2026-03-01", "2026-03-01 18:00", "hour"),
    ("2026-03-01", "2026-03-20", "day"), ("2026-01-01", "2026-05-01", "week"),
    ("2025-01-01", "2026-08-01", "month"), ("2020-01-01", "2024-12-31", "quarter"),
    ("2010-01-01", "2026-12-31", "year"), ("1850-01-01", "2026-12-31", "decade"),
  ])
  func `A round stretch of the calendar is chosen`(low: String, high: String, step: String) throws {
    let chosen = RangeStep(from: try Self.date(low), to: try Self.date(high), count: 20)
    #expect(chosen == RangeStep(step))
  }

  @Test func `Centuries have steps of several years`() throws {
    let chosen = RangeStep(
      from: try Self.date("1000-01-01"),
      to: try Self.date("2026-12-31"),
      count: 20
    )
    #expect(chosen == .time(DateOffset(100, .years)))
    let range = chosen.bounds(around: try Self.date("1999-12-31"))
    #expect(try range?.from == Self.date("1900-01-01"))
  }

  @Test func `Every value is counted once, in the range whose bounds are around it`() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      let step = try #require(
        RangeStep(
          ["0.1", "0.25", "1", "3", "10", "month", "week", "hour"].randomElement(using: &random)
            ?? ""
        )
      )
      let isTime = if case .time = step { true } else { false }
      let values = (0..<random.below(200)).map { _ -> Value in
        if random.chance(10) { return .null }
        if isTime {
          return .date(
            Date(timeIntervalSince1970: Double(random.below(4_000_000) - 2_000_000) * 613)
          )
        }
        switch random.below(3) {
        case 0: return .int(Int64(random.below(2_000) - 1_000))
        case 1: return .double(Double(random.below(20_000) - 10_000) / 10)
        default: return .decimal(Decimal(random.below(2_000) - 1_000) / 100)
        }
      }
      var counter = RangeCounter(step)
      var ranges: [RangeCount] = []
      for value in values.sorted(by: { $0.isOrdered(before: $1) }) {
        ranges += counter.add(value, count: 2)
      }
      ranges += counter.finish()
      #expect(ranges.reduce(0) { $0 + $1.count.rowCount } == values.count * 2)
      for (range, next) in zip(ranges, ranges.dropFirst()) {
        #expect(
          range.from.isOrdered(before: next.from) && !next.from.isOrdered(before: range.below)
        )
      }
      for range in ranges {
        let inside = values.filter {
          range.from.isNull
            ? $0.isNull
            : !$0.isNull && !$0.isOrdered(before: range.from) && $0.isOrdered(before: range.below)
        }
        #expect(inside.count * 2 == range.count.rowCount, "\(step) \(range)")
      }
    }
  }

  @Test func `Texts are counted by their first letters in any case`() {
    var counter = RangeCounter(.letter)
    var ranges: [RangeCount] = []
    for (text, count) in [("", 1), ("Ada", 2), ("Bea", 1), ("abel", 3), ("äon", 1)] {
      ranges += counter.add(.string(text), count: count)
    }
    ranges += counter.finish()
    #expect(ranges.map(\.from) == ["", "A", "B", "Ä"].map { .string($0) })
    #expect(ranges.map(\.count) == [1, 5, 1, 1].map { .int($0) })
  }

  @Test func `A value that no range has stands for itself`() {
    var counter = RangeCounter(.number(10))
    var ranges: [RangeCount] = []
    for value in [Value.null, .int(3), .double(.infinity), .string("x")] {
      ranges += counter.add(value, count: 1)
    }
    ranges += counter.finish()
    #expect(ranges.map(\.from) == [.null, .int(0), .double(.infinity), .string("x")])
    #expect(ranges.map(\.below) == [.null, .int(10), .null, .null])
  }

  @Test(arguments: [
    ("10", "5", "20"), ("1", "0.5", "2"), ("2", "1", "5"), ("5", "2", "10"), ("0.1", "0.05", "0.2"),
    ("7", "5", "10"), ("month", "week", "quarter"), ("minute", nil, "hour"),
    ("year", "quarter", "decade"), ("letter", nil, nil),
  ])
  func `The next steps are round`(text: String, finer: String?, coarser: String?) throws {
    let step = try #require(RangeStep(text))
    #expect(step.name == text)
    #expect(step.next(isCoarser: false) == finer.flatMap { RangeStep($0) })
    #expect(step.next(isCoarser: true) == coarser.flatMap { RangeStep($0) })
  }

  @Test func `Whole numbers have steps of 1 at least`() {
    #expect(RangeStep(from: .int(80), to: .int(89)) == .number(1))
    #expect(RangeStep(from: .int(0), to: .int(90)) == .number(5))
    #expect(RangeStep(from: .double(80), to: .double(89)) == .number(0.5))
    #expect(RangeStep.number(1).next(isCoarser: false, ofWholeNumbers: true) == nil)
    #expect(RangeStep.number(2).next(isCoarser: false, ofWholeNumbers: true) == .number(1))
    #expect(RangeStep.number(1).next(isCoarser: true, ofWholeNumbers: true) == .number(2))
  }

  @Test func `Steps of several years go on to greater ones and back to decades`() throws {
    let decade = try #require(RangeStep("decade"))
    let next = try #require(decade.next(isCoarser: true))
    #expect(next == .time(DateOffset(20, .years)) && next.name == nil)
    #expect(next.next(isCoarser: false) == decade)
    #expect(next.next(isCoarser: true) == .time(DateOffset(50, .years)))
  }

  @Test(arguments: ["minute", "1", "letter"], [true, false])
  func `Steps end where nothing more can be told apart`(text: String, isCoarser: Bool) throws {
    var step = try #require(RangeStep(text))
    var count = 0
    while let next = step.next(isCoarser: isCoarser), count < 1_000 {
      #expect(next != step)
      (step, count) = (next, count + 1)
    }
    #expect(count < 100 && step.next(isCoarser: !isCoarser) != step)
  }

  @Test func `Letters are one however they are encoded`() {
    var counter = RangeCounter(.letter)
    var ranges: [RangeCount] = []
    for text in ["e\u{301}a", "\u{c9}b", "\u{e9}c"] {
      ranges += counter.add(.string(text), count: 1)
    }
    ranges += counter.finish()
    #expect(ranges.map(\.rows) == [3])
  }

  @Test(arguments: [
    ("10", Value.int(37), "30 – 40"), ("1", .int(37), "37"), ("1", .double(1.5), "1"),
    ("0.1", .double(0.35), "0.3 – 0.4"), ("letter", .string("ada"), "A…"),
    ("letter", .string(""), "(empty)"), ("10", .null, "null"), ("10", .string("x"), "x"),
  ])
  func `A range has a text`(text: String, value: Value, shown: String) throws {
    let step = try #require(RangeStep(text))
    var counter = RangeCounter(step)
    let range = try #require((counter.add(value, count: 1) + counter.finish()).first)
    #expect(step.text(of: range) { $0.isNull ? "null" : $0.description } == shown)
    let exact = step.text(of: range, ofWholeNumbers: false) { $0.isNull ? "null" : $0.description }
    #expect(exact == (text == "1" ? "\(range.from) – \(range.below)" : shown))
  }

  @Test(arguments: [
    ("minute", "2026-05-09 12:34"), ("hour", "2026-05-09 12:00"), ("day", "2026-05-09"),
    ("week", "2026-W19"), ("month", "2026-05"), ("quarter", "2026-Q2"), ("year", "2026"),
    ("decade", "2020 – 2029"),
  ])
  func `A stretch of the calendar has a text`(text: String, shown: String) throws {
    let step = try #require(RangeStep(text))
    var counter = RangeCounter(step)
    let value = try Self.date("2026-05-09 12:34:56")
    let range = try #require((counter.add(value, count: 1) + counter.finish()).first)
    #expect(step.text(of: range) { $0.description } == shown)
  }

  @Test func `Totals of ranges are the sums of their values`() {
    var counter = RangeCounter(.number(10))
    var ranges: [RangeCount] = []
    for (value, total) in [(1, Value.int(5)), (2, .null), (3, .decimal(0.5)), (11, .int(7))] {
      ranges += counter.add(.int(Int64(value)), count: 2, total: total)
    }
    ranges += counter.finish()
    #expect(ranges.map(\.total) == [.decimal(5.5), .int(7)] && ranges.map(\.rows) == [6, 2])
  }
}
