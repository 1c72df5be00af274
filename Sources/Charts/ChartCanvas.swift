/// The meaning of a part of a drawn chart, from which its look follows.
package enum ChartMark: Sendable, Hashable {
  case title, label, axis, note
  /// A series by its place.
  case series(Int)
}

/// A place on a canvas, in cells from the top left corner.
struct Spot: Hashable {
  var x: Double
  var y: Double
}

/// The part of a canvas within the axes, in whole cells.
struct PlotArea {
  var left: Int
  var top: Int
  var width: Int
  var height: Int

  var right: Int { left + width }
  var bottom: Int { top + height }

  /// The column at a share of the width.
  func x(_ position: Double) -> Double { Double(left) + position * Double(width) }

  /// The row at a share of the height, from the bottom.
  func y(_ position: Double) -> Double { Double(bottom) - position * Double(height) }
}

/// A bar from its base to its end, which may lie on either side.
struct ChartBar {
  let base: Double
  let end: Double
  /// The cells that it takes across.
  let cells: Range<Int>
  let isVertical: Bool
  let series: Int
}

/// A surface that a chart is laid out on in cells: characters, or a picture with cells of a fixed size.
protocol ChartCanvas {
  /// The size in cells.
  var width: Int { get }
  var height: Int { get }
  /// The sign of a series in the legend of bars, which are filled, or of points.
  static func sign(ofSeries series: Int, isFilled: Bool) -> String
  /// Whether places within a cell differ.
  static var isSmooth: Bool { get }
  /// The area that bars, lines and points stay in.
  var plot: PlotArea { get set }

  /// Writes a line of text, of which `spot` is the start, middle or end, by `anchor` from 0 to 1.
  mutating func write(_ text: String, at spot: Spot, anchor: Double, as mark: ChartMark)
  /// Draws the line beside the plot with its ticks, which lie at rows, or at columns of a horizontal one.
  mutating func axis(ticks: [Double], isVertical: Bool)
  mutating func draw(_ bar: ChartBar)
  /// Joins points; `nil` is a gap.
  mutating func line(_ spots: [Spot?], series: Int)
  /// Draws points; those of several series as signs, by which they are told apart.
  mutating func points(_ spots: [Spot], series: Int, areSigns: Bool)
  /// Fills cells of one row with one of five shades, of which 0 means no value.
  mutating func shade(_ level: Int, x: Int, y: Int, width: Int)
}

extension ChartCanvas {
  /// The rows above the plot, for half of the uppermost label of its axis.
  static var headroom: Int { isSmooth ? 1 : 0 }
  /// The way from the middle of a cell, where ticks stand, to a line between cells, in cells.
  static var edge: Double { isSmooth ? -0.5 : 0 }
}
