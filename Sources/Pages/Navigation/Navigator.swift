import Editing
import EntityModel
import EntityStore
import Observation
import Qualifiers

/// The pages from the start to the one on screen; going back finds each as it was left.
@Observable
package final class Navigator {
  /// First to last; never empty.
  private(set) var pages: [PageState]
  /// Pages left by going back, the last left at the end.
  private var forwardPages: [PageState] = []

  init(start: PageState) { pages = [start] }

  /// The page on screen.
  package var current: PageState { pages[pages.count - 1] }
  /// Whether there is a page to go back to.
  var canGoBack: Bool { pages.count > 1 }
  /// Whether a page was left by going back.
  var canGoForward: Bool { !forwardPages.isEmpty }

  /// Goes on to `page`.
  func push(_ page: PageState) {
    current.list?.leave()
    pages.append(page)
    forwardPages = []
  }

  /// Goes back by one page.
  func pop() {
    guard canGoBack else { return }
    current.list?.leave()
    let page = pages.removeLast()
    // What was being entered is not gone back to.
    if page.task != .select, !TaskName.entering.contains(page.task) {
      forwardPages.append(page)
    }
  }

  /// Goes forward to the page left last.
  func forward() {
    guard let page = forwardPages.popLast() else { return }
    current.list?.leave()
    pages.append(page)
  }

  /// Puts the cursor of the list that led here, when it is read next, on the row of an object that was made.
  func placeList(onRowOf id: RecordID) {
    let list = pages.dropLast().last { $0.object == nil }
    if list?.entity?.name == id.entityName { list?.list?.wantedID = id }
  }

  /// Takes out every page about `object`, and its fields from the others: it is no more.
  func removePages(about object: ManagedObject) {
    let left = current
    let first = pages[0]
    pages.removeAll { $0.isAbout(object) && $0 !== first }
    forwardPages.removeAll { $0.isAbout(object) }
    for page in pages + forwardPages { page.drop(object) }
    if current !== left { left.list?.leave() }
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
    if current !== page { current.list?.leave() }
    pages[pages.count - 1] = page
  }
}
