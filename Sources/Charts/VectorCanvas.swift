import Terminal

/// A canvas that is a picture in the SVG format, with cells of 8 by 16 points.
struct VectorCanvas: ChartCanvas {
  let width: Int
  let height: Int
  var plot: PlotArea
  private(set) var body = ""

  static let isSmooth = true
  static func sign(ofSeries _: Int, isFilled: Bool) -> String { isFilled ? "■" : "●" }

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
    if case .series(let series) = mark { color = Self.colors[series] }
    let anchor = anchor == 0 ? "start" : anchor == 1 ? "end" : "middle"
    let weight = mark == .title ? " font-weight=\"bold\"" : ""
    let style = "text-anchor=\"\(anchor)\" fill=\"\(color)\"\(weight)"
    add("text", ["x": spot.x, "y": spot.y + 0.28], then: "\(style)>\(text.escapedForXML)</text>")
  }

  mutating func axis(ticks: [Double], isVertical: Bool) {
    let (left, right, bottom) = (Double(plot.left), Double(plot.right), Double(plot.bottom))
    let (grid, ink) = ("stroke=\"#dddddd\"/>", "stroke=\"#222222\"/>")
    if isVertical {
      for tick in ticks {
        add("line", ["x1": left, "x2": right, "y1": tick, "y2": tick], then: grid)
      }
      add("line", ["x1": left, "x2": left, "y1": Double(plot.top), "y2": bottom], then: ink)
    } else {
      add("line", ["x1": left, "x2": right, "y1": bottom, "y2": bottom], then: ink)
      for x in ticks.map({ $0 + 0.5 }) {
        add("line", ["x1": x, "x2": x, "y1": bottom, "y2": bottom + 0.3], then: ink)
      }
    }
  }

  mutating func draw(_ bar: ChartBar) {
    let (low, length) = (min(bar.base, bar.end), abs(bar.end - bar.base))
    let (across, thickness) = (Double(bar.cells.lowerBound), Double(bar.cells.count))
    let color = Self.colors[bar.series]
    if bar.isVertical {
      rect(Spot(x: across + 0.05, y: low), Spot(x: thickness - 0.1, y: length), color: color)
    } else {
      rect(Spot(x: low, y: across + 0.1), Spot(x: length, y: thickness - 0.2), color: color)
    }
  }

  mutating func line(_ spots: [Spot?], series: Int) {
    for part in spots.split(separator: nil) {
      let points = part.compactMap { $0.map { "\(point(($0.x + 0.5) * 8)),\(point($0.y * 16))" } }
      let look = "fill=\"none\" stroke-width=\"2\" stroke=\"\(Self.colors[series])\""
      let dash = "stroke-dasharray=\"\(Self.dashes[series % Self.dashes.count])\""
      add("polyline", [:], then: "points=\"\(points.joined(separator: " "))\" \(look) \(dash)/>")
    }
  }

  mutating func points(_ spots: [Spot], series: Int, areSigns: Bool) {
    let look = "r=\"\(areSigns ? 4 : 2)\" fill=\"\(Self.colors[series])\"/>"
    for spot in spots { add("circle", ["cx": spot.x + 0.5, "cy": spot.y], then: look) }
  }

  mutating func shade(_ level: Int, x: Int, y: Int, width: Int) {
    let place = Spot(x: Double(x) + 0.05, y: Double(y) + 0.03)
    rect(place, Spot(x: Double(width) - 0.1, y: 0.94), color: Self.shades[level])
  }

  private mutating func rect(_ place: Spot, _ size: Spot, color: String) {
    let numbers = ["x": place.x, "y": place.y, "width": max(size.x, 0), "height": max(size.y, 0)]
    add("rect", numbers, then: "fill=\"\(color)\"/>")
  }

  /// Adds an element with lengths in cells, those down by their names, and the rest of its text.
  private mutating func add(_ name: String, _ lengths: [String: Double], then rest: String) {
    body += "<\(name) "
    for (key, cells) in lengths.sorted(by: { $0.key < $1.key }) {
      let isDown = key.contains("y") || key == "height"
      body += "\(key)=\"\(point(cells * (isDown ? 16 : 8)))\" "
    }
    body += rest + "\n"
  }

  private func point(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}

extension Chart {
  /// The chart as a picture in the SVG format on a white ground.
  package func svg() -> String {
    let (width, height) = (800, max(480, fittingHeight * 16))
    var layout = ChartLayout(self, on: VectorCanvas(width: width / 8, height: height / 16))
    layout.draw()
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="-8 -4 \(width + 40) \(height + 8)" font-family="monospace" font-size="13">
      <title>\(Sanitizer.visible(title).escapedForXML)</title>
      <rect x="-8" y="-4" width="100%" height="100%" fill="#ffffff"/>
      \(layout.canvas.body)</svg>

      """
  }
}
