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
      let link = related.link
      let model = page.state.groupCharts.chart(
        for: link.relationship.name,
        of: link.owner,
        in: page.work
      )
      GroupChartView(model: model, height: rows)
        .task(id: RelatedRequest(related, page.work)) {
          // Beside a list the cursor has to rest on the owner.
          page.work.loads.run(after: .milliseconds(page.list == nil ? 0 : 80)) {
            let isHere = page.list.map { $0.currentRecord?.id == link.owner.id } ?? true
            guard isHere, link.canHaveStoredRows else { return }
            var rows = page.work.root.scoped(toTask: .list).scoped(to: link.destination)
            rows[FetchingKeys.shared.auxiliaryQualifier] =
              link.relationship.qualifier(from: link.owner.base)
            model.read(link.destination, in: rows, at: scope)
          }
        }
    } else {
      CellTextView(cell: CellText.toMany)
    }
  }
}

/// The charts of groups on a page, by the entity or relationship that they are of.
final class GroupCharts {
  private var charts: [String: (owner: ManagedObject?, chart: GroupChart)] = [:]

  /// The chart of that name, made when it is first asked for, and anew for the related rows of another object.
  func chart(
    for name: String,
    of owner: ManagedObject? = nil,
    in work: WorkContext
  ) -> GroupChart {
    if let known = charts[name], known.owner === owner { return known.chart }
    let chart = GroupChart(in: work)
    charts[name] = (owner, chart)
    return chart
  }
}

extension PageState {
  /// The charts of groups that are drawn on the page.
  var groupCharts: GroupCharts { model { GroupCharts() } }
}
