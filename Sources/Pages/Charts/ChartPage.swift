import Charts
import Observation
import RuleEnvironment
import StandardKeys
import Terminal
import Widgets
import Workspace

/// A chart on a page, as it was last asked for, in the kind that was chosen for it.
@Observable
final class ChartModel {
  @ObservationIgnored private let source: () -> Chart?
  /// The sentence of a fault that left no numbers.
  @ObservationIgnored let fault: () -> String?
  /// The chosen kind; `nil` for the one that suits the numbers.
  var kind: Chart.Kind?

  init(
    _ kind: Chart.Kind? = nil,
    fault: @escaping () -> String? = { nil },
    source: @escaping () -> Chart?
  ) {
    (self.kind, self.fault, self.source) = (kind, fault, source)
  }

  /// The chart as its numbers are now; `nil` where there are none.
  var chart: Chart? {
    var chart = source()
    if let kind, chart?.possibleKinds.contains(kind) == true { chart?.kind = kind }
    return chart
  }
}

/// The page of a chart.
struct ChartPage: View {
  @Environment(\.pageContext) private var page

  var body: some View {
    if page.isOpen, let model = page.state.chart {
      let chart = model.chart
      GeometryReader { size in
        ScrollView {
          if let chart {
            ChartView(chart).frame(height: max(size.height, chart.fittingHeight))
          } else {
            Text(model.fault().map { "⚠ \($0)" } ?? "no numbers to draw").dim()
          }
        }
      }
      .frame(maxWidth: .max, maxHeight: .max)
      .commands { ChartCommands(page: page, model: model, chart: chart).all }
    } else {
      Text(page.isOpen ? "A chart is drawn from groups (B) or the values of a column (f)." : "")
    }
  }
}

extension PageState {
  /// The chart that the page shows, if it is one.
  var chart: ChartModel? { self[ChartModel.self] }
}

extension PageContext {
  /// Goes to the page of the chart of a summary, which follows it, in a kind if that can show it.
  func showChart(
    of summary: any SummaryModel,
    as kind: Chart.Kind? = nil,
    _ chart: @escaping () -> Chart?
  ) {
    let state = PageState(task: .chart, subject: .entity(summary.list.entity), name: "chart")
    state[ChartModel.self] = ChartModel(kind) {
      summary.fault
    } source: {
      summary.follow()
      return chart()
    }
    push(state)
  }
}
