import RuleEnvironment
import Widgets

/// The page of the groups of a list: keys, aggregates, subtotals and a total, each with the way to its rows.
struct GroupPage: View {
  @Environment(\.pageContext) private var page

  var body: some View {
    if page.isOpen, let model = page.state.groups {
      let _ = model.follow()
      let commands = GroupCommands(page: page, model: model)
      Table(model.tableColumns, source: model, cursor: model.cursor)
        .emptyText(model.emptyText)
        .columnCursor()
        .frozenColumns(1)
        .onHeader { action, context in
          guard case .press(let id) = action, let column = Int(id) else { return }
          model.cursor.column = column
          commands.sort(context)
        }
        .frame(maxWidth: .max, maxHeight: .max)
        .commands { commands.all }
    } else {
      Text(page.isOpen ? "Rows are grouped from their list." : "")
    }
  }
}

extension PageState {
  /// The groups of a list, if the page shows them.
  var groups: GroupModel? { self[GroupModel.self] }
}
