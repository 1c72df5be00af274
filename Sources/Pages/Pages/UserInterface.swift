import AccessControl
package import Editing
import EntityModel
import EntityStore
package import RuleEnvironment
import StandardKeys
import Terminal
package import Widgets
package import Workspace

/// The user interface of one session: the open database, the catalog, the navigation stack and the screen.
///
/// Page contexts and commands reach the database and the screen through it.
package final class UserInterface {
  /// The database, the catalog and the styles.
  let rendering: RenderingContext
  /// A value and no call: the optimizer follows calls to objects that know their context weakly, and takes that for gone.
  private let begin: @MainActor (UserInterface) -> Navigator = StartPages.navigator
  /// The pages from the start to the one on screen.
  package private(set) lazy var navigator = begin(self)
  /// The place where the session begins; of use before the first page is made.
  package var start: StartLocation
  /// The terminal.
  package var screen = ScreenActions()
  /// The messages that were shown below the pages.
  let messages = MessageLog()
  /// The page that is left once the save under way is done: what is typed meanwhile is meant for the one behind it.
  var pageBeingLeft: PageState?
  /// How often a save was refused, so that its page is not left.
  var refusedSaveCount = 0
  /// Shows the same database to another user, beginning with a task.
  var onLogin: (User, TaskName?) -> Void = { _, _ in }
  /// Opens the database anew where another program has changed its tables, and says so.
  ///
  /// Returns whether the page was made again, so that nothing else has to be read.
  var adoptTables: (CommandContext) async -> Bool = { _ in false }

  init(work: WorkContext, catalog: Catalog, start: StartLocation) {
    self.start = start
    rendering = RenderingContext(work: work, catalog: catalog)
    work.presenter = self
    work.forms.plainText = { $2.plainText(ofTyped: $0, for: $1) }
    work.forms.typedForms = { $0.namedFormatter?.typedForms }
    work.saves.makeHold = { SignalBlock() }
  }

  /// The database, and all that reads and writes it.
  package var work: WorkContext { rendering.work }
  /// Everything rules can name.
  package var catalog: Catalog { rendering.catalog }
  /// The styles that roles stand for.
  package var palette: Palette {
    get { rendering.palette }
    set { rendering.palette = newValue }
  }

  /// Lets go of the pages, which hold what they are of.
  func release() { navigator = Navigator(start: PageState(task: .query, subject: .database)) }
}

extension SignalBlock: CommitHold {}

extension UserInterface: Presenter {
  package var isOnScreen: Bool { screen.host != nil }
  package var currentPage: AnyObject? { navigator.current }
  package var editedObjects: [ManagedObject] { navigator.current.forms.map(\.object) }
  package var linkedObjects: [ManagedObject] {
    let page = navigator.current
    return NestedForms(ui: self).linked(to: page.forms, on: page)
  }

  package func shows(_ list: AnyObject) -> Bool { navigator.shows(list) }

  package func isCurrent(_ list: AnyObject) -> Bool { navigator.current.list === list }

  package func removePages(about object: ManagedObject) { navigator.removePages(about: object) }

  package func reloadList() {
    guard let list = navigator.current.list else { return }
    work.loads.run { await list.reload() }
  }

  package func readAgain() {
    let page = navigator.current
    if let list = page.list {
      work.loads.run { await list.reloadIfOutdated() }
    } else {
      let edited = page.forms.map(\.object)
      let objects = [page.object].compactMap(\.self) + edited.filter { $0 !== page.object }
      guard !objects.isEmpty else { return }
      work.loads.run { [work] in
        for object in objects { await work.reader.follow(object) }
      }
    }
  }

  package func text(in property: EnvironmentValues) -> String {
    PendingReview(work: work).text(in: property).text
  }

  package func say(_ sentence: String) { screen.host?.say(sentence) }

  package func note(_ notice: String?) { screen.onNotice(notice) }
}

extension UserInterface {
  /// Begins to fetch what the page on screen will show.
  package func prepare() {
    let page = navigator.current
    if let object = page.object {
      guard object.state != .inserted else { return }
      page.preparedObject = object
      return work.loads.run { [work] in await work.reader.refresh(object) }
    }
    guard page.entity != nil, let list = PageContext(page, in: self).openList(),
      case let scope = page.scope(in: work.root),
      scope[ComponentKeys.shared.pageWrapper] == PageName.masterDetail,
      DetailPlaces(model: list, scope: scope).place != nil
    else { return }
    list.onFirstRows = { [weak self, weak page, weak list] record in
      if let self, let page, let list { prepareDetail(of: record, in: list, on: page) }
    }
  }

  /// Begins to fetch what the pane beside a list will show of a record: all of it, and the first rows related to it.
  private func prepareDetail(of record: Record, in list: ListModel, on page: PageState) {
    work.loads.run { [self] in
      await list.detail.load(record)
      let object = list.detail.whole(of: record)
      let scope = work.root.scoped(toTask: .inspect).scoped(to: object)
      for key in scope.propertyKeys {
        guard let relationship = object.entity.relationship(named: key), relationship.isToMany
        else { continue }
        _ = work.counts.text(of: relationship, from: object.id)
        PageContext(page, in: self).related(in: scope.scoped(toProperty: key))?.open()
      }
    }
  }
}

extension NestedForms {
  /// The nested forms on the pages of a user interface.
  init(ui: UserInterface) { self.init(work: ui.work, navigator: ui.navigator) }
}

extension PageLeaving {
  /// The ways back on the pages of a user interface.
  init(ui: UserInterface) { self.init(work: ui.work, navigator: ui.navigator) }
}
