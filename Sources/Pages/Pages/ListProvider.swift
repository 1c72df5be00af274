import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// A wrapper for pages with a list: creates the page's list when the page appears, and passes it to the content.
struct ListProvider<Content: View>: View {
  @ViewBuilder let content: (ListModel) -> Content
  @Environment(\.pageContext) private var page

  var body: some View {
    if page.entity != nil {
      Group {
        if let list = page.list { content(list) }
      }
      .task(id: PageRequest(page, isMade: page.list != nil)) { page.openList() }
    }
  }
}

/// The task identifier for opening or refreshing a page's list: the page, the root scope's revision and the generation of
/// relationship counts.
///
/// A change makes the page create its list or entity list, or check whether its rows are outdated.
struct PageRequest: Hashable {
  private let page: ObjectIdentifier
  private let revision: Int
  private let generation: Int
  private let isMade: Bool

  /// Creates the request of a page.
  ///
  /// Parameter `isMade`: Whether the page already has its list.
  init(_ page: PageContext, isMade: Bool) {
    self.page = ObjectIdentifier(page.state)
    revision = page.work.rootRevision
    generation = page.work.counts.generation
    self.isMade = isMade
  }
}

extension PageContext {
  /// The list of the page, made and read when it is first asked for; one that is there takes over what rules say now.
  @discardableResult
  func openList() -> ListModel? {
    if let list = state.list {
      list.follow(pageScope: state.scope)
      return list
    }
    guard let list = makeList() else { return nil }
    work.loads.act { await list.load() }
    return list
  }

  /// The list of the page for the first time, without its rows.
  func makeList() -> ListModel? {
    guard let entity else { return nil }
    let list = ListModel(work: work, entity: entity, scope: state.scope(in: work.root))
    list.wantedID = state.startID
    let link = ui.start.link.flatMap { $0.entity == entity ? $0 : nil }
    if state.task == .list {
      let isWhole = state.auxiliaryQualifier == nil
      let isNew = state.listStart != nil || link != nil
      // Who goes to an entity by its name wants all of it.
      let isAgain = isWhole && !isNew && !state.isJump && state.startID == nil
      list.recall(ui.navigator.lists, isWhole: isWhole, isAgain: isAgain)
    }
    if let start = state.listStart { list.begin(with: start) }
    if let link {
      ui.start.link = nil
      list.begin(with: link)
    }
    list.rememberFilters()
    state.list = list
    return list
  }

  /// The entities that the page lists, found when they are first asked for; they follow the rules and what is written.
  func openEntityList() {
    if let list = state.entityList { return list.follow(pageScope: state.scope) }
    state.entityList = EntityListModel(work: work, scope: state.scope(in: work.root))
  }
}
