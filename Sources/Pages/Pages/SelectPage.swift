import RuleEnvironment
public import Widgets

/// A list from which one object is chosen, for a to-one relationship.
///
/// A page of one's own may have it within.
public struct SelectPage: View {
  @Environment(\.pageContext) private var page

  /// One on the page of the place.
  package init() {}

  /// The list, with the commands to choose from it.
  public var body: some View {
    WithList { model in
      let commands = ListCommands(page: page, list: model)
      ObjectList(model: model)
        .commands { commands.choosing }
        .commands { PageActions(in: model.scope).offered(commands.finding) }
    }
  }
}
