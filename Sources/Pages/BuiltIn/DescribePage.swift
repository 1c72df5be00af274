import RuleEnvironment
import Widgets

/// The page that describes a list: the profile of each column, which leads to its values.
struct DescribePage: View {
  @Environment(\.pageContext) private var page

  var body: some View {
    if page.isOpen {
      if let model = page.state.describe {
        model.follow()
        return AnyView(
          Table(model.columns, source: model, cursor: model.cursor)
            .frozenColumns(1)
            .emptyText(model.emptyText)
            .frame(maxWidth: .max, maxHeight: .max)
            .commands {
              Command(
                .open,
                title: "values",
                disabledReason: model.current == nil ? "no column" : nil
              ) { _ in
                model.current.map { ValuesCommands.show($0, of: model.list, on: page) }
              }
            }
        )
      }
      return AnyView(Text("The columns of a list are described from it."))
    }
    return AnyView(Text(""))
  }
}

extension PageState {
  /// The profiles of columns, if the page shows them.
  var describe: DescribeModel? { self[DescribeModel.self] }
}
