import Terminal

/// A chart as it is laid out on a canvas: title, legend, axes and the numbers between them.
struct ChartLayout<Canvas: ChartCanvas> {
  let chart: Chart
  var canvas: Canvas
  /// The series that are drawn.
  let series: [Chart.Series]
  let places: CategoryPlaces
  /// The rows that are still free.
  var top = 0
  var bottom: Int
  private var notes: [String] = []

  init(_ chart: Chart, on canvas: Canvas) {
    (self.chart, self.canvas) = (chart, canvas)
    series = Array(chart.series.prefix(Chart.seriesLimit))
    places = CategoryPlaces(chart.categories)
    bottom = canvas.height
  }

  /// The numbers of all series that are drawn.
  var numbers: some Sequence<Double> { series.lazy.flatMap { $0.values.lazy.compactMap(\.self) } }

  /// The least and the greatest number.
  func range(of numbers: some Sequence<Double>, withZero: Bool) -> ClosedRange<Double>? {
    var (low, high) = (Double.infinity, -Double.infinity)
    for number in numbers { (low, high) = (min(low, number), max(high, number)) }
    guard low <= high else { return nil }
    // Bars are as long as their numbers, and lines show how great a change is beside the whole.
    return withZero || low > 0 && low < high / 2 ? min(low, 0)...max(high, 0) : low...high
  }

  mutating func draw() {
    guard canvas.width > 0, canvas.height > 0 else { return }
    if canvas.height > 3, !chart.title.isEmpty {
      let title = (chart.isEstimate ? "~ estimated: " : "") + chart.title
      write(title, x: 0, y: 0, room: canvas.width, as: .title)
      top = 1
    }
    guard range(of: numbers, withZero: true) != nil else {
      return write("no numbers", x: 0, y: top, room: canvas.width, as: .note)
    }
    let kind = chart.drawnKind
    let others = chart.series.count - (kind == .calendar ? 1 : series.count)
    if others > 0 { note("… \(others) more series") }
    tellOfInfinite()
    if series.count > 1, kind != .calendar, canvas.height > 5 {
      drawLegend(isFilled: ![.line, .scatter].contains(kind))
    }
    switch kind {
    case .bar: drawBars()
    case .column, .histogram: drawColumns(isHistogram: kind == .histogram)
    case .calendar: drawCalendar()
    case .line, .scatter: drawPoints(isLine: kind == .line)
    }
    guard canvas.height > 2 else { return }
    let text = notes.joined(separator: "  ·  ")
    write(text, x: 0, y: canvas.height - 1, room: canvas.width, as: .note)
  }

  private mutating func drawLegend(isFilled: Bool) {
    var x = 0
    for (index, series) in series.enumerated() {
      let isLast = index == self.series.count - 1
      let text = cut(series.name, to: max(canvas.width / 3, 8))
      let length = TextWidth.cells(of: text) + 2
      guard x + length + (isLast ? 0 : 4) <= canvas.width else {
        write("…", x: x, y: top, room: canvas.width - x, as: .label)
        break
      }
      let sign = Canvas.sign(ofSeries: index, isFilled: isFilled)
      write(sign, x: x, y: top, room: 1, as: .series(index))
      write(text, x: x + 2, y: top, room: canvas.width - x - 2, as: .label)
      x += length + 2
    }
    top += 1
  }

  /// Tells something below the chart that the drawing does not show.
  mutating func note(_ text: String) { note { _ in text } }

  /// Tells something that depends on the number of rows that are left.
  mutating func note(_ text: (_ rows: Int) -> String) {
    if notes.isEmpty, canvas.height > 2 { bottom -= 1 }
    notes.append(text(bottom - top))
  }

  /// Tells of the categories without a place on an axis of numbers or dates.
  mutating func tellOfUnplaced() {
    for (index, place) in places.all.enumerated() where place == nil {
      let category = chart.categories[index]
      for series in series {
        guard let number = series.values[index] else { continue }
        return tellOfUndrawn(category.text, NumberLabel.text(number))
      }
    }
  }

  /// Tells of the first infinite number, which has no place in a drawing.
  private mutating func tellOfInfinite() {
    for series in series {
      guard let (place, number) = series.infinite.min(by: { $0.key < $1.key }) else { continue }
      return tellOfUndrawn(chart.categories[place].text, "\(number)")
    }
  }

  /// Tells of a number that is not drawn.
  mutating func tellOfUndrawn(_ name: String, _ number: String) {
    note("not drawn: \(cut(name.isEmpty ? "null" : name, to: 20)) \(number)")
  }

  // MARK: Texts

  /// A text as it is shown on one line in so many cells.
  func cut(_ text: String, to width: Int) -> String {
    TextWidth.clipped(Sanitizer.visible(text, upTo: max(width, 0) * 8 + 64), toCells: width)
  }

  mutating func write(_ text: String, x: Int, y: Int, room: Int, as mark: ChartMark) {
    let text = cut(text, to: min(room, canvas.width - x))
    guard !text.isEmpty, y < canvas.height else { return }
    let spot = Spot(x: Double(x), y: Double(y) + 0.5)
    canvas.write(text, at: spot, anchor: 0, as: mark)
  }

  // MARK: Axes

  /// Lays out the plot and draws its axis of numbers on the left, if there is room for one.
  mutating func drawVerticalAxis(_ range: ClosedRange<Double>) -> NumberScale {
    let hasAxis = canvas.width >= 20 && bottom - top >= 4
    var area = PlotArea(left: 0, top: top, width: canvas.width, height: max(bottom - top, 0))
    if hasAxis {
      area.top += Canvas.headroom
      area.height -= 2 + Canvas.headroom
    }
    let scale = NumberScale(covering: range, atMost: area.height / 3 + 1)
    if hasAxis {
      let length = scale.ticks.map { TextWidth.cells(of: $0.text) }.max() ?? 0
      area.left = length + 2
      area.width -= area.left
      canvas.plot = area
      let rows = scale.ticks.map { area.y(scale.position(of: $0.value)) }
      canvas.axis(ticks: rows, isVertical: true)
      for (tick, y) in zip(scale.ticks, rows) {
        canvas.write(tick.text, at: Spot(x: Double(length), y: y), anchor: 1, as: .label)
      }
    }
    canvas.plot = area
    return scale
  }

  /// Draws an axis below the plot with the labels that have room, the first of them in any case.
  mutating func drawHorizontalAxis(_ labels: [(x: Double, text: String)], hasTicks: Bool = true) {
    let area = canvas.plot
    guard area.bottom + 1 < canvas.height, canvas.width >= 20, area.left > 0 else { return }
    var end = -1
    var shown: [(x: Double, text: String)] = []
    for label in labels {
      let length = TextWidth.cells(of: label.text)
      let start = min(Int(label.x) - length / 2, canvas.width - length)
      guard length > 0, start > end else { continue }
      shown.append(label)
      end = max(start, 0) + length
    }
    canvas.axis(ticks: hasTicks ? shown.map(\.x) : [], isVertical: false)
    for label in shown {
      let spot = Spot(x: label.x + 0.5, y: Double(area.bottom) + 1.5)
      canvas.write(label.text, at: spot, anchor: 0.5, as: .label)
    }
  }
}

extension Chart {
  /// The kinds that can show the chart: names have no distances.
  package var possibleKinds: [Kind] {
    switch CategoryPlaces(categories) {
    case .dates: Kind.allCases
    case .numbers: Kind.allCases.filter { $0 != .calendar }
    case .names: [.bar, .column, .line]
    }
  }

  /// The kind, or bars where it cannot show the chart.
  var drawnKind: Kind { possibleKinds.contains(kind) ? kind : .bar }
}
