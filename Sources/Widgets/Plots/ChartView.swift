package import Charts
import Terminal

/// A chart in all the room that it is given, with axes and a legend where there is room for them.
package struct ChartView: NodeView {
  private let chart: Chart

  /// A view of `chart`.
  package init(_ chart: Chart) { self.chart = chart }

  /// The node the view is drawn with.
  package func node(in context: ViewContext) -> Node { ChartNode(chart, in: context) }
}

/// The node of a ``ChartView``: draws the cells of the chart in the looks of the palette's roles.
private final class ChartNode: ContextNode {
  private let chart: Chart

  /// The roles of series, whose signs and patterns differ as well.
  private static let roles: [Role] = [.accent, .mark, .success, .normal]

  init(_ chart: Chart, in context: ViewContext) {
    self.chart = chart
    super.init(context)
  }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    Size(width: proposal.width ?? 60, height: proposal.height ?? 15)
  }

  override func draw(on canvas: inout Canvas) {
    let drawing = chart.drawing(width: frame.width, height: frame.height) { [self] mark in
      switch mark {
      case .title: style(of: .title)
      case .label: style
      case .axis, .note: style(of: .dim)
      case .series(let series): style(of: Self.roles[series % Self.roles.count])
      }
    }
    canvas.draw(drawing, at: frame.origin)
  }
}
