import Charts
import Observation
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// A chart on a page, as it was last asked for, in the kind that was chosen for it.
@Observable
final class ChartModel {
  @ObservationIgnored private let source: () -> Chart?
  /// The chosen kind; `nil` for the one that suits the numbers.
  var kind: Chart.Kind?

  init(_ source: @escaping () -> Chart?) { self.source = source }

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
      VStack {
        if let chart { ChartView(chart) } else { Text("no numbers to draw").dim() }
      }
      .frame(maxWidth: .max, maxHeight: .max)
      .focusable(default: true, highlights: false)
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
  /// Goes to the page of a chart, which follows what `chart` returns.
  func showChart(named name: String, _ chart: @escaping () -> Chart?) {
    let subject = entity.map(PageState.Subject.entity) ?? .database
    let state = PageState(task: .chart, subject: subject, name: name)
    state[ChartModel.self] = ChartModel(chart)
    push(state)
  }
}
