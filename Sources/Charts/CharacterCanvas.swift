package import Terminal

/// A canvas of characters: blocks in eighths, dots of Braille, shades.
struct CharacterCanvas: ChartCanvas {
  private(set) var buffer: Buffer
  var plot: PlotArea
  private let style: (ChartMark) -> Style

  private static let signs: [Unicode.Scalar] = ["●", "○", "▲", "■", "◆", "△", "□", "◇"]
  private static let patterns: [Unicode.Scalar] = ["█", "▓", "▒", "░", "▚", "■", "□", "◆"]
  private static let shades: [Unicode.Scalar] = ["·", "░", "▒", "▓", "█"]

  init(size: Size, style: @escaping (ChartMark) -> Style) {
    buffer = Buffer(size: size)
    plot = PlotArea(left: 0, top: 0, width: size.width, height: size.height)
    self.style = style
  }

  static let isSmooth = false
  var width: Int { buffer.size.width }
  var height: Int { buffer.size.height }

  static func sign(ofSeries series: Int, isFilled: Bool) -> String {
    String((isFilled ? patterns : signs)[series])
  }

  mutating func write(_ text: String, at spot: Spot, anchor: Double, as mark: ChartMark) {
    let room = width - TextWidth.cells(of: text)
    let x = (spot.x - anchor * Double(width - room)).rounded(.down)
    let place = Point(x: max(0, min(Int(x), room)), y: Int(spot.y.rounded(.down)))
    buffer.write(text, at: place, style: style(mark))
  }

  mutating func axis(ticks: [Double], isVertical: Bool) {
    if isVertical {
      for y in plot.top..<plot.bottom { put("│", x: plot.left - 1, y: y, as: .axis) }
      for y in ticks { put("┤", x: plot.left - 1, y: Int(y.rounded(.down)), as: .axis) }
    } else {
      for x in plot.left..<plot.right { put("─", x: x, y: plot.bottom, as: .axis) }
      for x in ticks { put("┬", x: Int(x.rounded(.down)), y: plot.bottom, as: .axis) }
      put("┼", x: plot.left - 1, y: plot.bottom, as: .axis)
    }
  }

  mutating func draw(_ bar: ChartBar) {
    let isRising = bar.isVertical ? bar.end < bar.base : bar.end > bar.base
    let base = Int(bar.base.rounded())
    let length = abs(bar.end - Double(base)) * 8
    // A value that is not 0 is seen.
    let eighths =
      (bar.end < Double(base)) == (bar.end < bar.base) ? max(1, Int(length.rounded())) : 1
    var (whole, rest) = (eighths / 8, eighths % 8)
    if !isRising || bar.series != 0 {
      // There is no block for each part of these.
      (whole, rest) = (max(1, (eighths + 4) / 8), 0)
    }
    let step = isRising == bar.isVertical ? -1 : 1
    let first = step < 0 ? base - 1 : base
    for across in bar.cells {
      for index in 0..<whole + (rest > 0 ? 1 : 0) {
        let along = first + index * step
        let (x, y) = bar.isVertical ? (across, along) : (along, across)
        let block =
          index < whole ? Self.patterns[bar.series] : Self.part(rest, isVertical: bar.isVertical)
        putInPlot(block, x: x, y: y, series: bar.series)
      }
    }
  }

  /// The block of some eighths from below or from the left; an eighth from the left is drawn as a quarter, since its sign
  /// marks the beginning of a field.
  private static func part(_ eighths: Int, isVertical: Bool) -> Unicode.Scalar {
    let value = isVertical ? 0x2580 + eighths : 0x2590 - max(eighths, 2)
    return Unicode.Scalar(value) ?? "█"
  }

  mutating func line(_ spots: [Spot?], series: Int) {
    var last: (x: Int, y: Int)?
    for spot in spots {
      defer { last = spot.map(dot) }
      guard let spot else { continue }
      let (x, y) = dot(spot)
      guard let (fromX, fromY) = last else {
        set(x, y, series: series)
        continue
      }
      let steps = max(abs(x - fromX), abs(y - fromY), 1)
      for step in 0...steps {
        let share = Double(step) / Double(steps)
        let (dx, dy) = (Double(x - fromX) * share, Double(y - fromY) * share)
        set(fromX + Int(dx.rounded()), fromY + Int(dy.rounded()), series: series)
      }
    }
  }

  mutating func points(_ spots: [Spot], series: Int, areSigns: Bool) {
    for (x, y) in spots.map(dot) {
      guard areSigns else {
        set(x, y, series: series)
        continue
      }
      putInPlot(Self.signs[series], x: x / 2, y: y / 4, series: series)
    }
  }

  mutating func shade(_ level: Int, x: Int, y: Int, width: Int) {
    for x in x..<x + width {
      put(Self.shades[level], x: x, y: y, as: level == 0 ? .note : .series(0))
    }
  }

  /// The dot of a place, of which a cell has two by four; those at the ends of the plot lie within it.
  private func dot(_ spot: Spot) -> (x: Int, y: Int) {
    let (x, y) = (Int((spot.x * 2).rounded(.down)), Int((spot.y * 4).rounded(.down)))
    return (
      max(plot.left * 2, min(x, plot.right * 2 - 1)), max(plot.top * 4, min(y, plot.bottom * 4 - 1))
    )
  }

  /// The bits of the dots of a cell, by row: left, right.
  private static let bits: [(UInt32, UInt32)] = [
    (0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80),
  ]

  private mutating func set(_ x: Int, _ y: Int, series: Int) {
    let place = Point(x: x / 2, y: y / 4)
    guard buffer.bounds.contains(place) else { return }
    let old = buffer[place].scalar.value
    let bit = x % 2 == 0 ? Self.bits[y % 4].0 : Self.bits[y % 4].1
    let dots = (0x2800...0x28FF).contains(old) ? old | bit : 0x2800 | bit
    guard dots != old, let scalar = Unicode.Scalar(dots) else { return }
    put(scalar, x: place.x, y: place.y, as: .series(series))
  }

  private mutating func putInPlot(_ scalar: Unicode.Scalar, x: Int, y: Int, series: Int) {
    guard (plot.left..<plot.right).contains(x), (plot.top..<plot.bottom).contains(y) else { return }
    put(scalar, x: x, y: y, as: .series(series))
  }

  private mutating func put(_ scalar: Unicode.Scalar, x: Int, y: Int, as mark: ChartMark) {
    buffer[Point(x: x, y: y)] = Cell(unchecked: scalar, width: 1, style: style(mark))
  }
}

extension Chart {
  /// The chart in cells, with the style that `style` gives to each part.
  package func drawing(
    width: Int,
    height: Int,
    style: @escaping (ChartMark) -> Style = { _ in .plain }
  ) -> Buffer {
    let canvas = CharacterCanvas(size: Size(width: width, height: height), style: style)
    var layout = ChartLayout(self, on: canvas)
    layout.draw()
    return layout.canvas.buffer
  }
}
