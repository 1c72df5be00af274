import RuleEnvironment
import Widgets

/// The page of the values of a column: each with the number of its rows, to filter the list by.
struct ValuesPage: View {
  @Environment(\.pageContext) private var page

  var body: some View {
    if page.isOpen, let model = page.state.values {
      let _ = model.follow()
      Table(model.columns, source: model, cursor: model.cursor)
        .emptyText(model.emptyText)
        .frame(maxWidth: .max, maxHeight: .max)
        .commands { ValuesCommands(page: page, model: model).all }
    } else {
      Text(page.isOpen ? "The values of a column are counted from its list." : "")
    }
  }
}

extension PageState {
  /// The values of a column, if the page shows them.
  var values: ValuesModel? { self[ValuesModel.self] }
}
