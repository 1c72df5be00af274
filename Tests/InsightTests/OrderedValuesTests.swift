import FoundationEssentials
@testable import Insight
import Qualifiers
import TestSupport
import Testing

/// Profiles of columns beside the same computed naively.
struct OrderedValuesTests {
  private func profile(_ values: [Value]) -> ColumnProfile {
    var profile = ColumnProfile(of: "x", type: "any")
    (profile.rows, profile.nulls) = (values.count, values.count(where: \.isNull))
    var pass = OrderedValues(profile)
    var rest = values.sorted { $0.isOrdered(before: $1) }[...]
    while let value = rest.first {
      let count = rest.prefix { $0 == value }.count
      pass.add(value, count: count)
      rest = rest.dropFirst(count)
    }
    return pass.result
  }

  @Test func `Nothing has no values`() {
    let found = profile([.null, .null])
    #expect(found.rows == 2 && found.nulls == 2 && found.distinct == 0)
    #expect(
      [found.min, found.max, found.mean, found.median, found.q1, found.q3, found.mode]
        == Array(repeating: .null, count: 7)
    )
  }

  @Test func `Quartiles of numbers lie between two of them`() {
    let found = profile([1, 2, 3, 4].map { .int($0) })
    #expect(found.q1.double == 1.75 && found.median.double == 2.5 && found.q3.double == 3.25)
    #expect(found.mean.double == 2.5 && found.mode == .int(1))
  }

  @Test func `Quartiles of texts are the lower of two`() {
    let found = profile(["d", "a", "c", "b"].map { .string($0) })
    #expect([found.q1, found.median, found.q3] == ["a", "b", "c"].map { .string($0) })
    #expect(found.mean.isNull && found.min == .string("a") && found.max == .string("d"))
  }

  @Test func `Numbers among texts have no mean`() {
    let found = profile([.int(1), .string("x"), .int(2)])
    #expect(found.mean.isNull && found.median.double == 2 && found.distinct == 3)
  }

  @Test func `A profile is what a naive computation finds`() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<500 {
      let range = 1 + random.below(50)
      let values = (0..<random.below(60)).map { _ -> Value in
        random.chance(15) ? .null : .int(Int64(random.below(range) - range / 2))
      }
      let found = profile(values)
      let numbers = values.compactMap(\.double).sorted()
      #expect(found.nulls == values.count - numbers.count)
      #expect(found.distinct == Set(numbers).count)
      #expect(found.min.double == numbers.first && found.max.double == numbers.last)
      func quantile(_ share: Double) -> Double? {
        guard !numbers.isEmpty else { return nil }
        let place = Double(numbers.count - 1) * share
        let lower = numbers[Int(place)]
        let upper = numbers[min(Int(place) + 1, numbers.count - 1)]
        return lower + (upper - lower) * (place - place.rounded(.down))
      }
      for (value, share) in [(found.q1, 0.25), (found.median, 0.5), (found.q3, 0.75)] {
        #expect(value.double == quantile(share), "\(values)")
      }
      let mean = numbers.isEmpty ? nil : numbers.reduce(0, +) / Double(numbers.count)
      #expect(abs((found.mean.double ?? 0) - (mean ?? 0)) < 1e-12)
      let counts = Dictionary(numbers.map { ($0, 1) }, uniquingKeysWith: +)
      let mode = counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
      #expect(found.mode.double == mode?.key, "\(values)")
    }
  }

  @Test func `A distribution has at most 20 stretches of equal width, with all numbers in them`() {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<300 {
      let count = 1 + random.below(80)
      let spread = [5, 100, 1_000_000][random.below(3)]
      let numbers = (0..<count).map { _ in Double(random.below(spread)) / 8 - 3 }
      let found = profile(numbers.map { .double($0) }).distribution
      let (low, high) = (numbers.min() ?? 0, numbers.max() ?? 0)
      #expect(
        found.count <= 20 && found.reduce(0, +) == count && found.first != 0 && found.last != 0
      )
      guard low < high else {
        #expect(found.count == 1)
        continue
      }
      // The width is the distance of the first two values, doubled as often as is needed.
      var width = (numbers.filter { $0 > low }.min() ?? low) - low
      while high - low >= width * 20 { width *= 2 }
      var expected = Array(repeating: 0, count: Int((high - low) / width) + 1)
      for number in numbers { expected[Int((number - low) / width)] += 1 }
      #expect(found == expected)
    }
  }

  @Test func `Numbers behind dates, which are far below them, have no place in their distribution`()
  {
    let days = [0.0, 86_400, 86_400 * 400].map {
      Value.date(Date(timeIntervalSince1970: $0 + 1.5e9))
    }
    // As databases order them that have dates as texts.
    let values = days + [.int(5), .int(12_345), .double(1e300)]
    var profile = ColumnProfile(of: "x", type: "date")
    profile.rows = values.count
    var pass = OrderedValues(profile)
    for value in values { pass.add(value, count: 1) }
    let found = pass.result
    #expect(found.distribution == self.profile(days).distribution && found.distinct == 6)
    #expect(found.distribution.reduce(0, +) == 3)
  }

  @Test func `Numbers with an infinite distance are left out`() {
    #expect(profile([-1e308, 0, 1, 1e308].map { .double($0) }).distribution.reduce(0, +) == 3)
  }

  @Test func `Texts and infinities have no distribution`() {
    #expect(profile(["a", "b"].map { .string($0) }).distribution.isEmpty)
    #expect(profile([.double(-.infinity), .int(1), .double(.infinity)]).distribution == [1])
  }
}
