import AccessControl
import StandardKeys
import Widgets

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
      Command(.reload) { context in
        page.state.entityList = nil
        context.host.setNeedsDisplay()
        page.load { _ = await OtherTables(session: session).areAdopted(context) }
      },
    ]
  }
}
