import RuleEnvironment
public import Widgets

/// A list from which objects are chosen, for a relationship.
///
/// Letters and digits find a row, as in the field of the relationship. Other keys are commands.
/// A page of one's own may have it within.
public struct SelectPage: View {
  @Environment(\.pageContext) private var page

  /// One on the page of the place.
  public init() {}

  /// The list, with the commands to choose from it.
  public var body: some View {
    ListProvider { model in
      let commands = ListCommands(page: page, list: model)
      let typing = ToOneAutocomplete(page: page, list: model)
      ObjectList(model: model)
        .onTyping(typing.map { typing in { typing.begin($0, $1) } })
        .commands { commands.choosing }
        .commands { PageActions(in: model.scope).offered(commands.finding) }
    }
  }
}
