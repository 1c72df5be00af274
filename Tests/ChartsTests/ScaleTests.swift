import FoundationEssentials
import Qualifiers
import TestSupport
import Testing

@testable import Charts

@Suite struct ScaleTests {
  static let axes: [(ClosedRange<Double>, Int, [String])] = [
    (0.0...12.0, 4, ["0", "5", "10", "15"]), (-5...12, 4, ["-10", "0", "10", "20"]),
    (0...0, 5, ["0", "0.5", "1"]), (5...5, 3, ["4.5", "5", "5.5"]),
    (0...0.0003, 4, ["0", "0.0001", "0.0002", "0.0003"]),
    (1990...2011, 4, ["1990", "2000", "2010", "2020"]),
    (0...250_000, 4, ["0", "100 k", "200 k", "300 k"]), (0...3e9, 4, ["0", "1 G", "2 G", "3 G"]),
    (0...2e21, 3, ["0", "1e21", "2e21"]), (0...2e-9, 3, ["0", "1e-9", "2e-9"]),
    (-1e308...1e308, 3, ["-1e307", "0", "1e307"]), (0...1e-300, 3, ["0", "0.5", "1"]),
  ]

  @Test(arguments: axes)
  func `an axis has round numbers`(range: ClosedRange<Double>, count: Int, texts: [String]) {
    #expect(NumberScale(covering: range, atMost: count).ticks.map(\.text) == texts)
  }

  @Test(arguments: [
    (0.0, "0"), (12_345, "12345"), (96_500, "96500"), (13_204_551, "13.2 M"), (0.25, "0.25"),
    (0.333333, "0.3333"), (-181, "-181"), (999_999, "1 M"), (2.5e20, "2.5e20"), (1e-7, "1e-7"),
    (123_456, "123.5 k"), (0.000123, "0.000123"), (9_999.96, "10000"),
    (.greatestFiniteMagnitude, "1.798e308"),
  ])
  func `a number has a short text`(number: Double, text: String) {
    #expect(NumberLabel.text(number) == text)
  }

  @Test func `ticks of any numbers cover them, are round, in order and few`() {
    var random = SeededGenerator(seed: 39)
    for _ in 0..<3_000 {
      func number() -> Double {
        Double.random(in: -1...1, using: &random) * NumberLabel.power(random.below(600) - 300)
      }
      let (a, b) = (number(), random.chance(20) ? 0 : number())
      let count = 3 + random.below(20)
      let scale = NumberScale(covering: min(a, b)...max(a, b), atMost: count)
      let ticks = scale.ticks.map(\.value)
      #expect((2...count).contains(ticks.count), "\(a) \(b)")
      #expect(ticks.first == scale.low && ticks.last == scale.high, "\(a) \(b)")
      let rest = max(max(abs(a), abs(b)) * 1e-11, 1e-290)
      #expect(scale.low <= min(a, b) + rest && scale.high >= max(a, b) - rest, "\(a) \(b)")
      #expect(Set(scale.ticks.map(\.text)).count == ticks.count, "\(scale.ticks)")
      for value in [a, b] { #expect((0...1).contains(scale.position(of: value))) }
      #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  private static func seconds(_ text: String) -> Double {
    Date(wallClock: text)?.timeIntervalSince1970 ?? .nan
  }

  @Test(arguments: [
    ("2026-03-14", "2026-03-14", 3, ["03-14 00:00"]),
    ("2026-01-17", "2026-04-02", 4, ["2026-02", "2026-03", "2026-04"]),
    ("2026-01-17", "2026-02-12", 4, ["2026-01-19", "2026-01-26", "2026-02-02", "2026-02-09"]),
    ("1926-05-01", "2026-05-01", 6, ["1940", "1960", "1980", "2000", "2020"]),
    (
      "2026-01-01 10:00", "2026-01-01 14:00", 5,
      ["01-01 10:00", "11:00", "12:00", "13:00", "14:00"]
    ),
    (
      "2026-01-01 23:59:50", "2026-01-02 00:00:05", 4,
      ["01-01 23:59:50", "23:59:55", "2026-01-02", "00:00:05"]
    ),
    ("0001-01-01", "9999-01-01", 5, ["2000", "4000", "6000", "8000"]),
  ])
  func `an axis of dates has round steps`(first: String, last: String, count: Int, texts: [String])
  {
    let scale = DateScale(covering: Self.seconds(first)...Self.seconds(last), atMost: count)
    #expect(scale.ticks.map(\.text) == texts || first == last, "\(scale.ticks.map(\.text))")
    if first == last { #expect(scale.ticks.contains { $0.text.hasSuffix("03-14") }) }
  }

  @Test func `ticks of any dates are within them, in order and few`() {
    var random = SeededGenerator(seed: 40)
    for _ in 0..<2_000 {
      let first = Double(random.below(4_000_000)) * 2_000 - 4e9
      let last = first + Double(random.below(1_000)) * NumberLabel.power(random.below(9))
      let count = 1 + random.below(12)
      let scale = DateScale(covering: first...last, atMost: count)
      let ticks = scale.ticks.map(\.value)
      #expect(ticks.count <= count)
      #expect(ticks.allSatisfy { (scale.low...scale.high).contains($0) })
      #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $0 < $1 })
      let days = scale.ticks.map(\.text).filter { !$0.contains(":") }
      #expect(Set(days).count == days.count, "\(scale.ticks)")
      if count > 4, last - first > 60 { #expect(ticks.count > 1, "\(first) \(last) \(count)") }
    }
  }
}
