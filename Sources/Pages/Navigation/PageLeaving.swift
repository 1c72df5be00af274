import Editing

/// Leaving pages on which objects are edited: what another page shows too goes on being edited there.
struct PageLeaving {
  let session: Session

  /// Goes back by one page; what was entered on it stays pending.
  func goBack() {
    let left = session.navigator.current
    let nested = NestedForms(session: session)
    if nested.entered(on: left).isEmpty { nested.cancel(left) }
    if session.navigator.current === left { session.navigator.pop() }
    close(left)
  }

  /// Goes back to `page`, which is one of those on the way here.
  func goBack(to page: PageState) {
    while session.navigator.current !== page, session.navigator.canGoBack { goBack() }
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
    guard !session.navigator.shows(form), !form.hasInput else { return false }
    if form.object.state == .inserted { session.editing.withdraw(form.object) }
    session.forms.close(form)
    return true
  }

  /// Takes an object that is no more from the screen: the pages about it, and its fields on others.
  func end(_ object: ManagedObject) {
    if let form = session.forms[object] { session.forms.close(form) }
    session.navigator.removePages(about: object)
  }
}
