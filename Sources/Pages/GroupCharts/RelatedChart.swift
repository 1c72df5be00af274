import Editing
import EntityModel
import EntityStore
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The related rows of an object as a chart of their groups, on the page of the object.
struct RelatedChart: View {
  @Environment(\.pageContext) private var page
  @Environment(\.relationship) private var relationship
  @Environment(\.rows) private var rows

  var body: some View {
    let scope = EnvironmentValues.current
    if page.isOpen, let related = page.related(in: scope) {
      let model = page.state.groupCharts.chart(for: related.link.relationship.name)
      GroupChartView(model: model, height: rows > 1 ? rows : 12)
        .task(id: RelatedRequest(related, page.work)) {
          var rows = page.work.root.scoped(toTask: .list).scoped(to: related.link.destination)
          rows[FetchingKeys.shared.auxiliaryQualifier] = related.link.relationship.qualifier(
            from: related.link.owner.base
          )
          let source = GroupChart.Source(
            entity: related.link.destination,
            rows: rows,
            rules: scope
          )
          model.read(source, in: page.work)
        }
    } else {
      CellTextView(cell: CellText.toMany)
    }
  }
}

/// The charts of groups on a page, by the entity or relationship that they are of.
final class GroupCharts {
  private var charts: [String: GroupChart] = [:]

  /// The chart of that name, made when it is first asked for.
  func chart(for name: String) -> GroupChart {
    if let chart = charts[name] { return chart }
    let chart = GroupChart()
    charts[name] = chart
    return chart
  }
}

extension PageState {
  /// The charts of groups that are drawn on the page.
  var groupCharts: GroupCharts { model { GroupCharts() } }
}
