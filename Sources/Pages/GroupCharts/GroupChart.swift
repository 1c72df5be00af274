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
  private(set) var chart: Chart?
  /// The groups that are drawn.
  private(set) var request: GroupRequest?
  /// The sentence that stands in the place of the chart.
  private(set) var fault: String?
  @ObservationIgnored private let work: WorkContext
  @ObservationIgnored private let reading: BackgroundRead

  /// A chart that is not read yet.
  init(in work: WorkContext) { (self.work, reading) = (work, BackgroundRead(in: work)) }

  /// Reads the groups of an entity's rows in the scope `rows`, anew when rules are others or something was written.
  ///
  /// The keys `groups` and `chart` are asked in the scope `place` first.
  func read(_ entity: Entity, in rows: EnvironmentValues, at place: EnvironmentValues) {
    reading.follow(work.counts.generation) { [self] in
      let (kindKey, groups) = (RenderingKeys.shared.chart, FetchingKeys.shared.groups)
      let kind = (place[kindKey] ?? rows[kindKey]).flatMap(Chart.Kind.init)
      if let reason = work.visibilityRefusal(of: entity) { throw UsageError(reason) }
      guard let written = place[groups] ?? rows[groups] else {
        throw UsageError("no groups to draw; add a rule: groups = 'yearMonth(day) count'")
      }
      let request = try GroupRequest(written: written)
      self.request = request
      let fetch = FetchSpecification(entity, named: nil, filters: [], sortKeys: [], scope: rows)
      try await work.groupTable(request, of: fetch, scope: rows) { table in
        guard !Task.isCancelled else { return }
        chart = table.chart(kind, in: rows)
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
