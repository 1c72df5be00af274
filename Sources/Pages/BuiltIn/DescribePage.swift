import RuleEnvironment
import Widgets
import Workspace

/// The page that describes a list: the profile of each column, which leads to its values.
struct DescribePage: View {
  @Environment(\.pageContext) private var page

  var body: some View {
    if page.isOpen, let model = page.state.describe {
      let _ = model.follow()
      Table(model.columns, source: model, cursor: model.cursor)
        .frozenColumns(1)
        .emptyText(model.emptyText)
        .frame(maxWidth: .max, maxHeight: .max)
        .commands {
          let current = model.current
          Command(.open, title: "values", disabledReason: current == nil ? "no column" : nil) { _ in
            current.map { ValuesCommands.show($0, of: model.list, on: page) }
          }
          Command(.reload) { _ in model.read.reload(model.follow) }
        }
    } else {
      Text(page.isOpen ? "The columns of a list are described from it." : "")
    }
  }
}

extension PageState {
  /// The profiles of columns, if the page shows them.
  var describe: DescribeModel? { self[DescribeModel.self] }
}
