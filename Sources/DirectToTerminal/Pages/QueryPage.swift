import RuleEnvironment
import Widgets

/// The entities of the database; Enter opens one.
struct QueryPage: View {
  @Environment(\.session) private var session

  var body: some View {
    if let session {
      let model = session.entityList(of: session.navigator.current)
      Table(model.tableColumns, source: model, cursor: model.cursor)
        .header(false)
        .emptyText("There is no table or view in this database.")
        .commands {
          session.offered(session.queryCommands(for: model), in: EnvironmentValues.current)
        }
    }
  }
}

extension Session {
  /// The entity list of a page, made when it is first asked for.
  func entityList(of page: PageState) -> EntityListModel {
    if let list = page.entityList {
      list.follow(page)
      return list
    }
    let list = EntityListModel(session: self, scope: page.scope(in: root))
    page.entityList = list
    return list
  }

  /// What can be done with the entity under the cursor.
  func queryCommands(for model: EntityListModel) -> [Command] {
    guard let entity = model.currentEntity else { return [] }
    let scope = root.scoped(to: entity)
    let refusal = Permissions(session: self, scope: scope).creationRefusal
    return [
      Command(.open) { [self] _ in open(entity) },
      Command(.create, disabledReason: refusal) { [self] _ in
        navigator.push(newObjectPage(of: entity))
      },
      Command(.search) { context in
        context.prompt("/", completions: model.entries.map(\.title)) { text in
          model.find(text, context)
        }
      },
      Command(.reload) { [self] context in
        navigator.current.entityList = nil
        context.host.setNeedsDisplay()
      },
    ]
  }
}

extension EntityListModel {
  /// Puts the cursor on the next entity whose title contains `text`, case folded.
  func find(_ text: String, _ context: CommandContext) {
    let wanted = text.lowercased()
    guard !wanted.isEmpty else { return }
    let order = cursor.position + 1..<lines.count + cursor.position + 1
    let hit = order.lazy.map { [lines] in $0 % lines.count }.first {
      self.entry(at: $0)?.title.lowercased().contains(wanted) == true
    }
    if let hit { cursor.go(to: hit, in: self) } else { context.say("'\(text)' not found") }
  }
}
