import AccessControl
import StandardKeys
import Widgets
import Workspace

/// What can be done with the entity under the cursor of a list of entities.
struct QueryCommands {
  let page: PageContext
  let list: EntityListModel

  /// Opening it, making an object of it, finding another one, reading the list again.
  var all: [Command] {
    guard let entity = list.currentEntity else { return [] }
    let (page, list, session) = (page, list, page.session)
    let scope = session.root.scoped(to: entity)
    let refusal = Permissions(session: session, scope: scope).creationRefusal
    return [
      Command(.open) { _ in page.open(entity) },
      Command(.create, disabledReason: refusal) { _ in
        page.push(NewObjects.page(of: entity, in: session))
      },
      Command(.query) { _ in page.query(entity) },
      Command(.search) { context in
        let titles = list.entries.map(\.title)
        context.prompt(
          "/",
          history: .search,
          completions: { typed in titles.filter { $0.lowercased().hasPrefix(typed.lowercased()) } }
        ) { text throws(PromptRefusal) in
          guard list.find(text) else { throw PromptRefusal("'\(text)' not found") }
        }
      },
      repeated(.searchNext),
      repeated(.searchPrevious, backward: true),
      Command(.reload) { context in
        page.state.entityList = nil
        context.host.setNeedsDisplay()
        page.load { _ = await OtherTables(session: session).areAdopted(context) }
      },
    ]
  }

  /// Repeating the last search.
  private func repeated(_ definition: CommandDefinition, backward: Bool = false) -> Command {
    let reason = list.searched.isEmpty ? page.session.reasonWithoutSearch : nil
    return Command(definition, disabledReason: reason) { [list] context in
      guard !list.find(list.searched, backward: backward) else { return }
      context.say("'\(list.searched)' not found", .warning)
    }
  }
}

extension Session {
  /// The reason why no search can be repeated before the first, with the keys that search and make an object.
  var reasonWithoutSearch: String {
    func key(_ definition: CommandDefinition) -> String {
      guard let host = screen.host else { return definition.title }
      return host.keyBindings.keys(for: definition).first.map(host.symbol) ?? definition.title
    }
    return "nothing was searched for; \(key(.search)) searches, \(key(.create)) makes a new object"
  }
}
