import FoundationEssentials
import Qualifiers
import Terminal
import TestSupport
import Testing

@testable import Charts

@Suite struct DrawingTests {
  /// Numbers by categories of one sort: names, numbers or dates.
  enum Sort: CaseIterable { case names, numbers, days, months }

  static func chart(
    _ kind: Chart.Kind?,
    _ values: [Double?]...,
    by sort: Sort = .names,
    label: String = "name"
  ) -> Chart {
    let categories = (values.first ?? []).indices.map { index -> Chart.Category in
      let value: Value =
        switch sort {
        case .names: .string("n\(index)")
        case .numbers: .int(Int64(index * 10))
        case .days: .date(Date(timeIntervalSince1970: 1.6e9 + Double(index) * 86_400))
        case .months: .date(Date(year: 2000 + index / 12, month: index % 12 + 1, day: 1))
        }
      return Chart.Category(value: value, text: "\(label) \(index)")
    }
    let series = values.enumerated().map { Chart.Series(name: "series \($0)", values: $1) }
    return Chart(kind, title: "Title", categories: categories, series: series)
  }

  static func text(_ chart: Chart, _ width: Int, _ height: Int) -> String {
    chart.drawing(width: width, height: height).lines.joined(separator: "\n")
  }

  @Test func `bars show labels, numbers and how great they are`() {
    let text = Self.text(Self.chart(.bar, [8, 4, nil, 0, 3]), 27, 9)
    #expect(
      text == """
        Title
        name 0 8 ██████████████████
        name 1 4 █████████
        name 2
        name 3 0
        name 4 3 ██████▊
                ┼┬──────────┬──────
                 0          5

        """.dropLast(1) + "\n"
    )
  }

  @Test func `negative bars go the other way`() {
    let text = Self.text(Self.chart(.bar, [10, -10]), 29, 3)
    #expect(text == "name 0  10          █████████\nname 1 -10 █████████\n")
  }

  @Test(arguments: [(9, 0, 0), (10, 0, 2), (7, 1, 0), (8, 1, 1)])
  func `bars are left out only where they have no room`(count: Int, infinite: Int, more: Int) {
    let values = (0..<count).map(Double.init) + Array(repeating: .infinity, count: infinite)
    let text = Self.text(Self.chart(.bar, values), 40, 10)
    #expect(text.contains("more") == (more > 0) && text.contains("… \(more) more") == (more > 0))
  }

  @Test func `categories without room are counted`() {
    let text = Self.text(Self.chart(.bar, (0..<50).map(Double.init)), 40, 12)
    #expect(text.contains("name 9 ") && !text.contains("name 10 "), "\(text)")
    #expect(text.hasSuffix("… 40 more"), "\(text)")
  }

  @Test func `columns that find no room are merged where they are neighbours, and that is told`() {
    let values = (0..<500).map(Double.init)
    let names = Self.text(Self.chart(.column, values), 62, 12)
    #expect(names.contains("… 450 more"), "\(names)")
    let numbers = Self.text(Self.chart(.column, values, by: .numbers), 62, 12)
    #expect(numbers.contains("each column is the greatest of 10"), "\(numbers)")
  }

  @Test func `series are told apart by patterns and signs, and named`() {
    let two: [[Double?]] = [[1, 2, 3, 4], [4, 3, 2, 1]]
    #expect(
      Self.text(Self.chart(.column, two[0], two[1]), 60, 12).contains("█ series 0  ▓ series 1")
    )
    let lines = Self.text(Self.chart(.line, two[0], two[1]), 60, 12)
    #expect(lines.contains("● series 0  ○ series 1"), "\(lines)")
    #expect(lines.count { $0 == "○" } == 5 && lines.count { $0 == "●" } >= 4, "\(lines)")
  }

  @Test func `series beyond eight are counted`() {
    let values: [Double?] = [1, 2]
    let chart = Chart(
      .column,
      title: "",
      categories: Self.chart(.bar, values).categories,
      series: (0..<10).map { Chart.Series(name: "\($0)", values: values) }
    )
    #expect(Self.text(chart, 80, 20).contains("… 2 more series"))
  }

  @Test func `a null leaves a gap in a line`() {
    let whole = Self.text(Self.chart(.line, [1, 1, 1, 1], by: .numbers), 40, 8)
    let gap = Self.text(Self.chart(.line, [1, nil, nil, 1], by: .numbers), 40, 8)
    func dots(_ text: String) -> Int {
      text.unicodeScalars.count { (0x2801...0x28FF).contains($0.value) }
    }
    #expect(dots(whole) > 20 && dots(gap) == 2, "\(whole)\n\(gap)")
  }

  @Test func `a histogram leaves room for ranges without rows`() {
    let categories = [0, 10, 40].map { Chart.Category(value: .int($0), text: "\($0)") }
    let chart = Chart(
      nil,
      title: "",
      categories: categories,
      series: [.init(name: "", values: [1, 1, 1])]
    )
    #expect(chart.kind == .histogram)
    let rows = chart.drawing(width: 40, height: 8).lines
    let bars = rows.first { $0.contains("█") } ?? ""
    #expect(bars.split(separator: " ").filter { $0.contains("█") }.count == 2, "\(rows)")
  }

  @Test func `a null among dates is told below`() {
    var categories = Self.chart(.line, [1, 2], by: .days).categories
    categories.append(.init(value: .null, text: "∅"))
    let chart = Chart(
      nil,
      title: "",
      categories: categories,
      series: [.init(name: "", values: [1, 2, 12])]
    )
    #expect(Self.text(chart, 40, 8).contains("not drawn: ∅ 12"))
  }

  @Test(arguments: Chart.Kind.allCases)
  func `the least numbers that there are have a picture`(kind: Chart.Kind) {
    let least = Double.leastNonzeroMagnitude
    for numbers in [[least * 20], [least, least * 20], [-least * 1e12, 1]] {
      let chart = Self.chart(kind, numbers, by: .days)
      #expect(Self.text(chart, 60, 12).contains("Title"))
      #expect(chart.svg().hasPrefix("<svg "))
    }
    #expect(NumberLabel.text(least * 20) == "0" && NumberLabel.text(-1e-299) == "-1e-299")
  }

  @Test func `infinite numbers and sums are told below`() {
    let bars = Self.text(Self.chart(.bar, [.infinity, 2]), 40, 8)
    #expect(bars.contains("not drawn: name 0 inf"), "\(bars)")
    let categories = [0, 1, 30].map { hour in
      Chart.Category(value: .date(Date(timeIntervalSince1970: hour * 3_600)), text: "")
    }
    let series = [Chart.Series(name: "", values: [1e308, 1e308, 1])]
    let chart = Chart(.calendar, title: "", categories: categories, series: series)
    let days = Self.text(chart, 60, 12)
    #expect(days.contains("not drawn: 1970-01-01 inf"), "\(days)")
    let firsts = (0..<3).map { year in
      Chart.Category(value: .date(Date(year: 2000 + year, month: 1, day: 1)), text: "")
    }
    let months = Chart(
      .calendar,
      title: "",
      categories: firsts + firsts,
      series: [
        .init(name: "", values: [1e308, 1, 2, 1e308, 1, 2])
      ]
    )
    #expect(Self.text(months, 60, 12).contains("not drawn: 2000-01-01 inf"))
  }

  @Test func `the title tells of an estimate`() {
    var chart = Self.chart(.bar, [1, 2])
    chart.isEstimate = true
    #expect(Self.text(chart, 40, 8).hasPrefix("~ estimated: Title\n"))
    #expect(chart.svg().contains("~ estimated: Title"))
  }

  @Test func `days are shades by weeks, and many years of months one below the other`() {
    let days = Self.text(Self.chart(.calendar, (0..<60).map(Double.init), by: .days), 60, 12)
    #expect(days.contains("Mon") && days.contains("2020-11") && days.contains("██ ≤ 59"), "\(days)")
    let months = Self.text(Self.chart(.calendar, (0..<1_200).map(Double.init), by: .months), 60, 12)
    #expect(months.contains("2099") && months.contains("… 92 years before"), "\(months)")
  }

  @Test func `a kind that cannot show the categories becomes bars`() {
    #expect(
      Self.text(Self.chart(.calendar, [1, 2]), 40, 6) == Self.text(Self.chart(.bar, [1, 2]), 40, 6)
    )
  }

  @Test func `no numbers are said`() {
    for values in [[], [nil], [nil, nil]] as [[Double?]] {
      #expect(Self.text(Self.chart(.bar, values), 40, 6).contains("no numbers"))
    }
  }

  /// The marks of a drawing as attributes.
  private static func style(_ mark: ChartMark) -> Style {
    switch mark {
    case .series: .bold
    case .axis: .dim
    default: .plain
    }
  }

  @Test
  func
    `charts of any size and numbers stay within their axes, and the greatest column is the highest`()
  {
    var random = SeededGenerator(seed: 41)
    let samples: [[Double?]] = [
      [], [3], [nil, 3], [3, 3, 3], [-1, -2], [1, 2, 1e12], [0, 0], [1e-9, 2e-9], [1e308, -1e308],
      (0..<400).map { _ in Double(random.below(1_000)) - 300 },
    ]
    for turn in 0..<700 {
      let (width, height) = (
        1 + random.below(turn < 300 ? 30 : 300), 1 + random.below(turn < 300 ? 12 : 100)
      )
      let kind = Chart.Kind.allCases[random.below(6)]
      let sort = Sort.allCases[random.below(4)]
      let values = samples[random.below(samples.count)]
      let chart = Self.chart(kind, values, by: sort, label: random.chance(30) ? "日本語の名前" : "n")
      let drawing = chart.drawing(width: width, height: height, style: Self.style)
      let place = "\(kind) \(sort) \(values.prefix(4)) \(width)x\(height)"
      #expect(drawing.size == Size(width: width, height: height))
      let lines = drawing.lines
      let marks = (0..<height).map { drawing.row($0).map(\.style) }
      let hasBars = kind == .bar || kind == .column
      if hasBars, values.contains(where: { ($0 ?? 0) != 0 }), width > 12, height > 4 {
        #expect(marks.joined().contains(.bold), "\(place)\n\(lines.joined(separator: "\n"))")
      }
      guard let axis = lines.firstIndex(where: { $0.contains("┼") }),
        let left = lines[axis].firstIndex(of: "┼").map({ TextWidth.cells(of: lines[axis][..<$0]) })
      else { continue }
      #expect(!marks[axis...].joined().contains(.bold), "\(place)")
      #expect(!marks.contains { $0.prefix(left + 1).contains(.bold) }, "\(place)")
    }
  }

  @Test func `the greatest bar is as long as the room`() {
    var random = SeededGenerator(seed: 42)
    for _ in 0..<200 {
      let values = (0..<1 + random.below(8)).map { _ in Double(1 + random.below(100_000)) }
      let width = 40 + random.below(100)
      let lines = Self.chart(.bar, values).drawing(width: width, height: 30).lines
      #expect(lines.contains { $0.hasSuffix("█") && TextWidth.cells(of: $0) == width })
    }
  }

  @Test func `very many numbers are binned into cells`() {
    let values = (0..<60_000).map { Double($0 % 1_000) }
    for kind in Chart.Kind.allCases {
      let chart = Self.chart(kind, values, by: .numbers)
      #expect(Self.text(chart, 80, 24).contains("Title"))
      #expect(chart.svg().utf8.count < 1_500_000, "\(kind)")
    }
  }

  @Test func `terminals without these characters show others, all different`() {
    let drawing = Self.chart(.column, [5, 8], [5, 8], [5, 8], [5, 8]).drawing(width: 60, height: 12)
    let text = ASCIIFallback.of(drawing).lines.joined(separator: "\n")
    #expect(text.allSatisfy(\.isASCII) && !text.contains("?"), "\(text)")
    #expect(text.contains("# series 0  % series 1  + series 2  : series 3"), "\(text)")
    let line = ASCIIFallback.of(Self.chart(.line, [5, 8]).drawing(width: 60, height: 12)).lines
    #expect(line.joined().contains("*") && !line.joined().contains("?"), "\(line)")
  }
}
