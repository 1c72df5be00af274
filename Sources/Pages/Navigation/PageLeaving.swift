import Editing
import Workspace

/// The navigation away from pages with forms: goes back or on, and closes their forms unless another page shows them.
struct PageLeaving {
  let work: WorkContext
  let navigator: Navigator

  /// Goes back by one page; what was entered on it stays pending.
  func goBack() {
    let left = navigator.current
    let nested = NestedForms(work: work, navigator: navigator)
    if nested.entered(on: left).isEmpty { nested.cancel(left) }
    if navigator.current === left { navigator.pop() }
    close(left)
  }

  /// Goes back to `page`, which is one of those on the way here.
  func goBack(to page: PageState) {
    while navigator.current !== page, navigator.canGoBack { goBack() }
  }

  /// Ends the editing of what the page that was left has shown and the user has left untouched, unless another page
  /// shows it; a new object goes with it.
  func close(_ left: PageState) {
    for form in left.forms where endUntouched(form) { left.drop(form.object) }
  }

  /// Shows another object on a page in place of what it is about.
  func show(_ object: ManagedObject, on page: PageState) {
    let forms = page.forms
    page.show(object)
    for form in forms { endUntouched(form) }
  }

  @discardableResult
  private func endUntouched(_ form: FormModel) -> Bool {
    guard !navigator.shows(form), !form.hasInput else { return false }
    if form.object.state == .inserted { work.editing.withdraw(form.object) }
    work.forms.close(form)
    return true
  }
}
