import FoundationEssentials
import Qualifiers
import Testing

@testable import Charts

@Suite struct ChartTests {
  static let day = Date(year: 2026, month: 3, day: 1)

  @Test(arguments: [
    ([Value.date(day), .null], Chart.Kind.line), ([.string("2026-03"), .string("2026-04")], .line),
    ([.string("2026-Q1")], .line), ([.string("2026-W53")], .line),
    ([.string("2026-13")], .bar), ([.string("2026-Q5")], .bar), ([.string("won")], .bar),
    ([.int(1), .int(2)], .histogram), ([.null, .int(1), .double(2)], .histogram),
    ([.int(2), .int(1)], .bar), ([.int(1)], .bar), ([.int(1), .string("x")], .bar), ([], .bar),
    ([.bool(false), .bool(true)], .bar), ([.null], .bar), ([.date(day), .int(4)], .bar),
  ])
  func `the kind of a chart follows from its categories`(values: [Value], kind: Chart.Kind) {
    let categories = values.map { Chart.Category(value: $0, text: "") }
    #expect(Chart(nil, title: "", categories: categories, series: []).kind == kind)
    #expect(Chart(.scatter, title: "", categories: categories, series: []).kind == .scatter)
  }

  @Test(arguments: [
    ("2026-W01", "2025-12-29"), ("2020-W53", "2020-12-28"), ("2021-W01", "2021-01-04"),
    ("2026-Q3", "2026-07-01"), ("2026-02", "2026-02-01"),
  ])
  func `months, quarters and weeks lie at their first day`(text: String, first: String) {
    let places = CategoryPlaces([Chart.Category(value: .string(text), text: text)])
    #expect(places.all == [Date(wallClock: first)?.timeIntervalSince1970])
  }

  @Test func `numbers that are not finite leave a gap`() {
    #expect(
      Chart.Series(name: "", values: [.nan, .infinity, nil, 2]).values == [nil, nil, nil, 2]
    )
  }
}
