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
  /// What is read: an entity in its scope, perhaps with the condition of related rows.
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
  /// The generation of rules and rows that was read last.
  @ObservationIgnored private var seen: [Int]?

  /// Reads the groups, anew when rules are others or something was written.
  func read(_ source: Source, in work: WorkContext) {
    let now = [work.rootRevisionShown, work.counts.generation]
    guard seen != now else { return }
    seen = now
    let kindName =
      source.rules[RenderingKeys.shared.chart] ?? source.rows[RenderingKeys.shared.chart]
    let kind = kindName.flatMap(Chart.Kind.init)
    do {
      if let reason = work.visibilityRefusal(of: source.entity) { throw UsageError(reason) }
      let groups = FetchingKeys.shared.groups
      guard let written = source.rules[groups] ?? source.rows[groups] else {
        throw UsageError("no groups to draw; add a rule: groups = 'yearMonth(day) count'")
      }
      guard kind != nil || kindName == nil else {
        let names = Chart.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("there is no chart '\(kindName ?? "")'; take \(names)")
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
      work.loads.run { [self] in
        do {
          try await work.groupTable(request, of: fetch, scope: source.rows) { table in
            guard seen == now else { return }
            chart = table.chart(kind, in: source.rows)
            fault = chart == nil ? "no numbers in: \(written)" : nil
          }
        } catch { if seen == now { show(error, in: work) } }
      }
    } catch { show(error, in: work) }
  }

  private func show(_ error: any Error, in work: WorkContext) {
    chart = nil
    fault =
      (error as? StoreError).map { work.readingSentence(for: $0) }
      ?? (error as? UsageError)?.message ?? (error as? GroupRequestFault)?.message
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
