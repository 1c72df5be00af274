import RuleEnvironment
import Widgets

/// A list from which one object is chosen, for a to-one relationship.
struct SelectPage: View {
  @Environment(\.pageContext) private var page

  var body: some View {
    WithList { model in
      let commands = ListCommands(page: page, list: model)
      ObjectList(model: model)
        .commands { commands.choosing }
        .commands { PageActions(in: model.scope).offered(commands.finding) }
    }
  }
}
