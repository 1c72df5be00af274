import Terminal

/// A one-line bar chart of numbers, made of block characters: `▁▂▅█`.
public struct Sparkline: View {
  private let values: [Double]

  /// A bar for each value, from 0 or the least to the greatest.
  public init(_ values: [Double]) {
    self.values = values
  }

  /// The bars.
  public var body: some View { Text(Self.bars(values)) }

  private static let levels = Array("▁▂▃▄▅▆▇█")

  /// Returns a bar for each value, a blank for one that is no number.
  package static func bars(_ values: [Double]) -> String {
    let numbers = values.filter(\.isFinite)
    guard let greatest = numbers.max(), let least = numbers.min() else { return "" }
    // Halves, for the distance of the least and the greatest number there is would be none.
    let floor = min(0, least) / 2
    let range = greatest / 2 - floor
    return String(
      values.map { value in
        guard value.isFinite else { return " " }
        guard range > 0 else { return levels[0] }
        let level = Int((value / 2 - floor) / range * Double(levels.count - 1) + 0.5)
        return levels[min(max(level, 0), levels.count - 1)]
      }
    )
  }
}

/// A bar chart: numbers as horizontal bars one below another, each with its label and number.
public struct BarPlot: NodeView {
  /// A bar of a ``BarPlot``: its label, its value, and the text that shows the value.
  public struct Bar {
    let label: String
    let value: Double
    let text: String

    /// A bar of `value`, which shows as `text`.
    public init(_ label: String, value: Double, text: String) {
      self.label = label
      self.value = value
      self.text = text
    }
  }

  private let bars: [Bar]

  /// A plot of `bars`, from 0 to the greatest; values below 0 have no bar.
  public init(_ bars: [Bar]) {
    self.bars = bars
  }

  /// The node the view is drawn with.
  package func node(in context: ViewContext) -> Node {
    BarPlotNode(bars, in: context)
  }

  // An eighth is drawn as a quarter: its sign marks the beginning of a field.
  private static let parts = ["", "▎", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// A bar of so many eighths of a cell.
  package static func bar(eighths: Int) -> String {
    String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }
}

/// The node of a ``BarPlot``: draws one row for each bar, with label, bar and number.
private final class BarPlotNode: ContextNode {
  private let bars: [BarPlot.Bar]

  init(_ bars: [BarPlot.Bar], in context: ViewContext) {
    self.bars = bars
    super.init(context)
  }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    Size(width: proposal.width ?? 40, height: bars.count)
  }

  private static func longest(_ texts: [String], atMost limit: Int) -> Int {
    min(texts.map { DisplayText.cells(DisplayText.visible($0)) }.max() ?? 0, limit)
  }

  override func draw(on canvas: inout Canvas) {
    let label = Self.longest(bars.map(\.label), atMost: frame.width / 3)
    let number = Self.longest(bars.map(\.text), atMost: frame.width / 3)
    let room = frame.width - label - number - 2
    let greatest = bars.map(\.value).filter(\.isFinite).max() ?? 0
    canvas.clipped(to: frame) { canvas in
      for (row, bar) in bars.enumerated() {
        let y = frame.minY + row
        canvas.write(bar.label, x: frame.minX, y: y, width: label, style: style)
        canvas.write(
          bar.text,
          x: frame.minX + label + 1,
          y: y,
          filling: number,
          alignment: .trailing,
          style: style
        )
        guard room > 0, greatest > 0, bar.value.isFinite, bar.value > 0 else { continue }
        let eighths = Int(bar.value / greatest * Double(room * 8) + 0.5)
        canvas.write(
          BarPlot.bar(eighths: eighths),
          x: frame.minX + label + number + 2,
          y: y,
          width: room,
          style: style(of: .accent)
        )
      }
    }
  }
}
