import EntityModel
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// A panel of the start page with the groups of an entity as a chart; Enter opens them as a table.
struct StartChart: View {
  let entity: Entity
  @Environment(\.pageContext) private var page

  var body: some View {
    let model = page.state.groupCharts.chart(for: entity.name, in: page.work)
    GroupChartView(model: model, height: 12)
      .task(id: page.work.rootRevisionShown + page.work.counts.generation) {
        let rows = page.work.root.scoped(toTask: .list).scoped(to: entity)
        model.read(entity, in: rows, at: page.scope.scoped(to: entity))
      }
      .focusable(highlights: false)
      .commands { Command(.open) { _ in open(model) } }
      .frame(maxWidth: .max)
      .border(page.work.shownName(of: entity))
  }

  private func open(_ model: GroupChart) {
    let rows = PageState(task: .list, subject: .entity(entity))
    guard let request = model.request else { return page.push(rows) }
    let list = ListModel(work: page.work, entity: entity, scope: rows.scope(in: page.work.root))
    GroupCommands.show(request, of: list, on: PageContext(rows, in: page.ui))
  }

  /// The entities whose charts the start page shows: those that rules name and the user may see.
  static func entities(on page: PageContext) -> [Entity] {
    page.scope[RenderingKeys.shared.chartEntityNames].compactMap { name in
      page.work.model.entity(named: name).flatMap { entity in
        page.work.visibilityRefusal(of: entity) == nil ? entity : nil
      }
    }
  }
}
