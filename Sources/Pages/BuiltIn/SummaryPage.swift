import RuleEnvironment
import Widgets
import Workspace

/// The page of a summary of the rows of a list, with the commands of its model.
struct SummaryPage<Model: SummaryModel>: View {
  /// The sentence on a page to which one did not come from a list.
  let notice: String
  /// The table with what is special about this summary.
  var adapt: (Table, PageContext, Model) -> Table = { table, _, _ in table }
  let commands: (PageContext, Model) -> [Command]
  @Environment(\.pageContext) private var page

  var body: some View {
    if page.isOpen, let model = page.state.summary as? Model {
      let _ = model.follow()
      let table = Table(model.tableColumns, source: model, cursor: model.cursor)
        .emptyText(model.emptyText)
      adapt(table, page, model)
        .frame(maxWidth: .max, maxHeight: .max)
        .commands {
          commands(page, model)
          Command(.reload) { _ in model.read.reload(model.follow) }
        }
    } else {
      Text(page.isOpen ? notice : "")
    }
  }
}

extension SummaryPage<ValuesModel> {
  /// The values of a column: each with the number of its rows, to filter the list by.
  static var values: Self {
    SummaryPage(notice: "The values of a column are counted from its list.") {
      ValuesCommands(page: $0, model: $1).all
    }
  }
}

extension SummaryPage<DescribeModel> {
  /// The profile of each column of a list, which leads to its values.
  static var profiles: Self {
    SummaryPage(notice: "The columns of a list are described from it.") { table, _, _ in
      table.frozenColumns(1)
    } commands: { page, model in
      let current = model.current
      let reason = current == nil ? "no column" : nil
      return [
        Command(.open, title: "values", disabledReason: reason) { _ in
          current.map { ValuesCommands.show($0, of: model.list, on: page) }
        }
      ]
    }
  }
}

extension SummaryPage<GroupModel> {
  /// The groups of a list: keys, aggregates, subtotals and a total, each with the way to its rows.
  static var groups: Self {
    SummaryPage(notice: "Rows are grouped from their list.") { table, page, model in
      table.columnCursor().frozenColumns(1).onHeader { action, context in
        guard case .press(let id) = action, let column = Int(id) else { return }
        model.cursor.column = column
        GroupCommands(page: page, model: model).sort(context)
      }
    } commands: {
      GroupCommands(page: $0, model: $1).all
    }
  }
}
