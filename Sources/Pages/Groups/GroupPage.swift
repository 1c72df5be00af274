import RuleEnvironment
import Widgets

/// The page of the groups of a list: keys, aggregates, subtotals and a total, each with the way to its rows.
struct GroupPage: View {
  @Environment(\.pageContext) private var page

  var body: some View {
    if page.isOpen {
      if let model = page.state.groups {
        model.follow()
        let commands = GroupCommands(page: page, model: model)
        return AnyView(
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
        )
      }
      return AnyView(Text("Rows are grouped from their list."))
    }
    return AnyView(Text(""))
  }
}

extension PageState {
  /// The groups of a list, if the page shows them.
  var groups: GroupModel? { self[GroupModel.self] }
}
