import RuleEnvironment
import Widgets

/// The page of the values of a column: each with the number of its rows, to filter the list by.
struct ValuesPage: View {
  @Environment(\.pageContext) private var page

  var body: some View {
    if page.isOpen {
      if let model = page.state.values {
        model.follow()
        return AnyView(
          Table(model.columns, source: model, cursor: model.cursor)
            .emptyText(model.emptyText)
            .frame(maxWidth: .max, maxHeight: .max)
            .commands { ValuesCommands(page: page, model: model).all }
        )
      }
      return AnyView(Text("The values of a column are counted from its list."))
    }
    return AnyView(Text(""))
  }
}

extension PageState {
  /// The values of a column, if the page shows them.
  var values: ValuesModel? { self[ValuesModel.self] }
}
