import Terminal

/// A canvas that is a picture in the SVG format, with cells of 8 by 16 points.
struct VectorCanvas: ChartCanvas {
  let width: Int
  let height: Int
  var plot: PlotArea
  private(set) var body = ""

  /// The colours of series, which differ in lightness too.
  static let colors = [
    "#1f3a93", "#f28e2b", "#2e7d32", "#f4c430", "#4a0d0d", "#63c5f2", "#b2528b", "#c9ecc4",
  ]
  private static let shades = ["#f2f2f2", "#c6dbef", "#6baed6", "#2171b5", "#08306b"]
  private static let dashes = ["", "8 3", "2 3", "8 3 2 3"]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    plot = PlotArea(left: 0, top: 0, width: width, height: height)
  }

  mutating func write(_ text: String, at spot: Spot, anchor: Double, as mark: ChartMark) {
    var color = mark == .note ? "#555555" : "#222222"
    if case .series(let series) = mark { color = Self.color(of: series) }
    let anchor = anchor == 0 ? "start" : anchor == 1 ? "end" : "middle"
    let weight = mark == .title ? " font-weight=\"bold\"" : ""
    body +=
      "<text x=\"\(x(spot.x))\" y=\"\(y(spot.y) + 4.5)\" text-anchor=\"\(anchor)\""
      + " fill=\"\(color)\"\(weight)>\(text.escapedForXML)</text>\n"
  }

  mutating func axis(ticks: [Double], isVertical: Bool) {
    let (left, bottom) = (Double(plot.left), Double(plot.bottom))
    if isVertical {
      for tick in ticks {
        line(from: Spot(x: left, y: tick), to: Spot(x: Double(plot.right), y: tick), "#dddddd")
      }
      line(from: Spot(x: left, y: Double(plot.top)), to: Spot(x: left, y: bottom), "#222222")
    } else {
      let end = Spot(x: Double(plot.right), y: bottom)
      line(from: Spot(x: left, y: bottom), to: end, "#222222")
      for tick in ticks {
        let tick = tick + 0.5
        line(from: Spot(x: tick, y: bottom), to: Spot(x: tick, y: bottom + 0.3), "#222222")
      }
    }
  }

  mutating func draw(_ bar: ChartBar) {
    let (low, length) = (min(bar.base, bar.end), abs(bar.end - bar.base))
    let (across, thickness) = (Double(bar.cells.lowerBound), Double(bar.cells.count))
    let color = Self.color(of: bar.series)
    if bar.isVertical {
      rect(Spot(x: across + 0.05, y: low), Spot(x: thickness - 0.1, y: length), color)
    } else {
      rect(Spot(x: low, y: across + 0.1), Spot(x: length, y: thickness - 0.2), color)
    }
  }

  mutating func line(_ spots: [Spot?], series: Int) {
    let dash = Self.dashes[series % Self.dashes.count]
    for part in spots.split(separator: nil) {
      let points = part.compactMap { $0.map { "\(x($0.x + 0.5)),\(y($0.y))" } }
      body +=
        "<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\" stroke-width=\"2\""
        + " stroke=\"\(Self.color(of: series))\" stroke-dasharray=\"\(dash)\"/>\n"
    }
  }

  mutating func points(_ spots: [Spot], series: Int) {
    for spot in spots { circle(spot, radius: 2, series: series) }
  }

  mutating func sign(at spot: Spot, series: Int) { circle(spot, radius: 4, series: series) }

  mutating func shade(_ level: Int, x: Int, y: Int, width: Int) {
    let place = Spot(x: Double(x) + 0.05, y: Double(y) + 0.03)
    rect(place, Spot(x: Double(width) - 0.1, y: 0.94), Self.shades[level])
  }

  private static func color(of series: Int) -> String { colors[series % colors.count] }

  private mutating func circle(_ spot: Spot, radius: Int, series: Int) {
    body +=
      "<circle cx=\"\(x(spot.x + 0.5))\" cy=\"\(y(spot.y))\" r=\"\(radius)\""
      + " fill=\"\(Self.color(of: series))\"/>\n"
  }

  private mutating func rect(_ place: Spot, _ size: Spot, _ color: String) {
    body +=
      "<rect x=\"\(x(place.x))\" y=\"\(y(place.y))\" width=\"\(x(max(size.x, 0)))\""
      + " height=\"\(y(max(size.y, 0)))\" fill=\"\(color)\"/>\n"
  }

  private mutating func line(from start: Spot, to end: Spot, _ color: String) {
    body +=
      "<line x1=\"\(x(start.x))\" y1=\"\(y(start.y))\" x2=\"\(x(end.x))\" y2=\"\(y(end.y))\""
      + " stroke=\"\(color)\"/>\n"
  }

  private func x(_ cells: Double) -> Double { (cells * 800).rounded() / 100 }
  private func y(_ cells: Double) -> Double { (cells * 1600).rounded() / 100 }
}

extension Chart {
  /// The chart as a picture in the SVG format, `width` by `height` points on a white ground.
  package func svg(width: Int = 800, height: Int = 480) -> String {
    let canvas = VectorCanvas(width: width / 8, height: height / 16)
    var layout = ChartLayout(self, on: canvas) { isFilled, _ in isFilled ? "■" : "●" }
    layout.draw()
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" font-family="monospace" font-size="13">
      <title>\(Sanitizer.visible(title).escapedForXML)</title>
      <rect width="100%" height="100%" fill="#ffffff"/>
      \(layout.canvas.body)</svg>

      """
  }
}
