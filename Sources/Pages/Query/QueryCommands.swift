import AccessControl
import EntityModel
import StandardKeys
import Widgets
import Workspace

/// The commands for the entity under the cursor of a list of entities.
struct QueryCommands {
  let page: PageContext
  let list: EntityListModel

  /// Opening it, making an object of it, finding another one, reading the list again.
  @CommandBuilder var all: [Command] {
    if let entity = list.currentEntity { commands(of: entity) }
    if let item = list.currentItem { Command(.open) { item.open($0) } }
    if !list.entries.isEmpty { finding }
  }

  private func commands(of entity: Entity) -> [Command] {
    let (page, work) = (page, page.work)
    let scope = work.root.scoped(to: entity)
    let refusal = Permissions(work: work, scope: scope).creationRefusal
    return [
      Command(.open) { _ in page.open(entity) },
      Command(.create, disabledReason: refusal) { _ in
        page.push(NewObjects.page(of: entity, in: work))
      },
      Command(.query) { _ in page.query(entity) },
    ]
  }

  private var finding: [Command] {
    let (page, list) = (page, list)
    return [
      Command(.search) { context in
        let titles = list.entries.map(\.title)
        let (place, searched) = (list.cursor.place, list.searched)
        context.search(
          completions: { typed in titles.filter { $0.lowercased().hasPrefix(typed.lowercased()) } },
          by: TypedSearch { text in
            list.cursor.go(back: place)
            _ = list.find(text)
          } keep: { text throws(PromptRefusal) in
            list.cursor.go(back: place)
            guard list.find(text) else { throw PromptRefusal("'\(text)' not found") }
          } goBack: {
            list.cursor.go(back: place)
            list.searched = searched
          }
        )
      },
      repeated(.searchNext),
      repeated(.searchPrevious, backward: true),
      Command(.reload) { context in
        page.state.entityList = nil
        context.host.setNeedsDisplay()
        page.load { _ = await page.ui.adoptTables(context) }
      },
    ]
  }

  /// Repeating the last search.
  private func repeated(_ definition: CommandDefinition, backward: Bool = false) -> Command {
    let reason = list.searched.isEmpty ? page.ui.reasonWithoutSearch : nil
    return Command(definition, disabledReason: reason) { [list] context in
      guard !list.find(list.searched, backward: backward) else { return }
      context.say("'\(list.searched)' not found", .warning)
    }
  }
}

extension UserInterface {
  /// The reason why no search can be repeated before the first, with the keys that search and make an object.
  var reasonWithoutSearch: String {
    "nothing searched yet; \(key(.search)) searches, \(key(.create)) makes a new object"
  }
}
