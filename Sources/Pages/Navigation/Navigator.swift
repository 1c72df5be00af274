import Editing
import EntityModel
import EntityStore
import Observation
import StandardKeys
import Workspace

/// The navigation stack: the pages from the start to the one on screen, and those to go forward to.
///
/// Going back finds each page unchanged.
@Observable
package final class Navigator {
  /// First to last; never empty.
  private(set) var pages: [PageState] {
    didSet {
      onChange?(oldValue)
      if pages.count >= oldValue.count, let visit = Visit(current) {
        visits = Array(([visit] + visits.filter { !$0.isSame(visit) }).prefix(Visit.limit))
      }
    }
  }
  /// The lists and objects that were shown, the last first.
  private(set) var visits: [Visit] = []
  /// Pages left by going back, the last left at the end.
  private var forwardPages: [PageState] = []
  /// The lists of the session as they were left.
  @ObservationIgnored let lists = ListMemories()
  /// Called with the pages of before when they are others.
  @ObservationIgnored var onChange: ((_ before: [PageState]) -> Void)?

  init(start: PageState) { pages = [start] }

  /// The page on screen.
  package var current: PageState { pages[pages.count - 1] }
  /// Whether there is a page to go back to.
  var canGoBack: Bool { pages.count > 1 }
  /// Whether a page was left by going back.
  var canGoForward: Bool { !forwardPages.isEmpty }

  /// Goes on to `page`.
  func push(_ page: PageState) {
    current.leave()
    forwardPages = []
    pages.append(page)
  }

  /// Goes back by one page.
  func pop() {
    guard canGoBack else { return }
    current.leave()
    // What was being entered is not gone back to.
    if current.task != .select, !TaskName.entering.contains(current.task) {
      forwardPages.append(current)
    }
    pages.removeLast()
  }

  /// Whether a list is on a page on the way here, or on one to which one can go forward.
  func shows(_ list: AnyObject?) -> Bool {
    (pages + forwardPages).contains { $0.list != nil && $0.list === list }
  }

  /// Goes forward to the page left last.
  func forward() {
    guard let page = forwardPages.popLast() else { return }
    current.leave()
    pages.append(page)
  }

  /// Puts the cursor of the list that led here, when it is read next, on the row of an object that was made.
  func placeList(onRowOf id: RecordID) {
    let list = pages.dropLast().last { $0.object == nil }
    if list?.entity?.name == id.entityName { list?.list?.wantedID = id }
  }

  /// Takes out every page about `object`, and its fields from the others: it is no more.
  func removePages(about object: ManagedObject) {
    // Most objects are on none.
    guard
      (pages + forwardPages).contains(where: { $0.isAbout(object) || $0.form(of: object) != nil })
    else { return }
    let left = current
    let first = pages[0]
    forwardPages.removeAll { $0.isAbout(object) }
    pages.removeAll { $0.isAbout(object) && $0 !== first }
    for page in pages + forwardPages { page.drop(object) }
    visits.removeAll { $0.object === object }
    if current !== left { left.leave() }
  }

  /// Whether one of the pages on the way here shows the fields of a form.
  func shows(_ form: FormModel) -> Bool { pages.contains { $0.form(of: form.object) === form } }

  /// Shows the last of `pages`, behind the others; there is at least one.
  func begin(with pages: [PageState]) {
    guard !pages.isEmpty else { return }
    (self.pages, forwardPages) = (pages, [])
  }

  /// Puts `page` in the place of the current one.
  func replaceCurrent(with page: PageState) {
    if current !== page { current.leave() }
    pages[pages.count - 1] = page
  }
}
