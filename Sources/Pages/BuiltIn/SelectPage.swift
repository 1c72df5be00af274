import EntityModel
import EntityStore
import RuleEnvironment
public import Widgets
import Workspace

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

extension ToOneAutocomplete {
  /// Choosing on the page that lists what can be chosen: one object at once, where several can be the row of one.
  init?(page: PageContext, list: ListModel) {
    guard page.isOpen, !list.entity.identity.isEmpty else { return nil }
    let state = page.state
    self.init(page: page, name: state.name ?? list.displayName, destination: list.entity) {
      ToOneSearch(in: list, current: state.startID, newObjects: list.newObjects(on: state))
    } take: { hit, context in
      let commands = ListCommands(page: page, list: list)
      switch hit {
      case .new(let object): commands.choose(new: object, context)
      case .stored(let record, _):
        if state.onSelect != nil {
          commands.choose(record, context)
        } else {
          list.wantedID = record.id
          page.work.loads.act { await list.reload() }
        }
      }
      return false
    }
  }
}
