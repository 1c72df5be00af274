import Charts
import EntityModel
import EntityStore
import Insight
import Observation
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// A chart of the groups that the rule key `groups` names, read in the background.
@Observable
final class GroupChart {
  /// The rows that are read: an entity in its scope, perhaps with the condition of related rows.
  struct Source {
    let entity: Entity
    /// The scope of the rows.
    let rows: EnvironmentValues
    /// The scope in which `groups` and `chart` are asked first, before that of the rows.
    let rules: EnvironmentValues
  }

  private(set) var chart: Chart?
  /// The groups that are drawn.
  private(set) var request: GroupRequest?
  /// The sentence that stands in the place of the chart.
  private(set) var fault: String?
  @ObservationIgnored private let reading: BackgroundRead

  /// A chart that is not read yet.
  init(in work: WorkContext) { reading = BackgroundRead(in: work) }

  /// Reads the groups, anew when rules are others or something was written.
  func read(_ source: Source, in work: WorkContext) {
    reading.follow(work.counts.generation) { [self] in
      let kind =
        (source.rules[RenderingKeys.shared.chart] ?? source.rows[RenderingKeys.shared.chart])
        .flatMap(Chart.Kind.init)
      if let reason = work.visibilityRefusal(of: source.entity) { throw UsageError(reason) }
      let groups = FetchingKeys.shared.groups
      guard let written = source.rules[groups] ?? source.rows[groups] else {
        throw UsageError("no groups to draw; add a rule: groups = 'yearMonth(day) count'")
      }
      let request = try GroupRequest(written: written)
      self.request = request
      let fetch = FetchSpecification(
        source.entity,
        named: nil,
        filters: [],
        sortKeys: [],
        scope: source.rows
      )
      try await work.groupTable(request, of: fetch, scope: source.rows) { table in
        guard !Task.isCancelled else { return }
        chart = table.chart(kind, in: source.rows)
        fault = chart == nil ? "no numbers in: \(written)" : nil
      }
    } onFault: { [self] in
      (chart, fault) = (nil, $0)
    }
  }
}

/// The view of a ``GroupChart``: the chart, or the sentence in its place.
struct GroupChartView: View {
  let model: GroupChart
  let height: Int

  var body: some View {
    VStack {
      if let chart = model.chart {
        ChartView(chart).frame(maxWidth: .max, maxHeight: height)
      } else {
        Text(model.fault.map { "⚠ \($0)" } ?? "…").dim()
      }
    }
  }
}
