import AccessControl
import RuleEnvironment
import StandardKeys
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
          PageActions(in: EnvironmentValues.current).offered(session.queryCommands(for: model))
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
        let titles = model.entries.map(\.title)
        context.prompt(
          "/",
          history: .search,
          completions: { typed in titles.filter { $0.lowercased().hasPrefix(typed.lowercased()) } }
        ) { text throws(PromptRefusal) in
          guard model.find(text) else { throw PromptRefusal("'\(text)' not found") }
        }
      },
      Command(.reload) { [self] context in
        navigator.current.entityList = nil
        context.host.setNeedsDisplay()
        loading { [self] in _ = await OtherTables(session: self).areAdopted(context) }
      },
    ]
  }
}

extension EntityListModel {
  /// Puts the cursor on the next entity whose title contains `text`, case folded; where none does, on the one that the
  /// palette would show first.
  /// - Returns: Whether there is one.
  func find(_ text: String) -> Bool {
    let wanted = text.lowercased()
    guard !wanted.isEmpty else { return true }
    let order = (cursor.position + 1..<lines.count + cursor.position + 1).map { $0 % lines.count }
    let titles = order.compactMap { position in
      entry(at: position).map { (position: position, title: $0.title) }
    }
    let hit =
      titles.first { $0.title.lowercased().contains(wanted) }
      ?? FuzzyMatch.sorted(titles, by: text) { $0.title }.first
    guard let hit else { return false }
    cursor.go(to: hit.position, in: self)
    return true
  }
}
