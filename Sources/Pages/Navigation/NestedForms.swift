import Editing
import EntityModel
import StandardKeys
import Workspace

/// The state of a form that was opened from another form, kept to merge its changes into the outer form or discard them.
///
/// Made when the page opens, and stored in its `PageState`.
struct NestedForm {
  /// The changes made in the nested form.
  fileprivate let changes: NestedFormState
  /// The object of the form from which it was opened.
  let owner: ManagedObject
  /// The typed texts of all forms when the nested form was opened, by object.
  fileprivate let typed: [ObjectIdentifier: FormModel.Typed]
}

/// The handling of forms opened from other forms: accepting makes one undo step in the outer form, cancelling reverts
/// everything.
struct NestedForms {
  let work: WorkContext
  let navigator: Navigator

  /// Begins with a form on the page that is shown now, and ends with those on pages that were left; what lists on such pages
  /// showed is not brought back.
  func follow(from old: [PageState]) {
    let pages = navigator.pages
    work.editing.forget(shown: { !navigator.shows($0.place) })
    for page in old.reversed() where !pages.contains(where: { $0 === page }) { accept(page) }
    guard let page = pages.last, !old.contains(where: { $0 === page }), let object = page.object,
      object.context === work.editing, TaskName.entering.contains(page.task),
      let owner = pages.dropLast().last?.formOwner
    else { return }
    page.nested = NestedForm(
      changes: work.editing.nest(for: object),
      owner: owner,
      typed: Dictionary(
        uniqueKeysWithValues: work.forms.all.map { (ObjectIdentifier($0.object), $0.typed) }
      )
    )
  }

  /// The objects into which something was entered since the form on a page was opened; where it was opened from no form, those
  /// of its own and of what is linked to them there.
  func entered(on page: PageState) -> [ManagedObject] {
    guard let nested = page.nested else {
      let own = page.forms.filter(\.hasInput).map(\.object)
      return own + linked(on: page).filter { object in !own.contains { $0 === object } }
    }
    let drafted = page.forms.filter { $0.hasUnreadableDrafts }.map(\.object)
    let changed = work.editing.objects(of: nested.changes).filter(\.hasInput)
    return changed + drafted.filter { object in !changed.contains { $0 === object } }
  }

  /// The objects that were changed as a part of the work in the forms of a page, unless another page has the form too.
  func linked(on page: PageState) -> [ManagedObject] {
    let others = navigator.pages.filter { $0 !== page }
    return linked(
      to: page.forms.filter { form in !others.contains { $0.form(of: form.object) === form } },
      on: page
    )
  }

  /// The objects that were changed as a part of the work in some forms of a page, each once.
  func linked(to forms: [FormModel], on page: PageState) -> [ManagedObject] {
    var seen: Set<ObjectIdentifier> = []
    return forms.flatMap { work.editing.objects(ofStepsOf: $0.object) }
      .filter { object in
        work.editing.isPending(object) && object.hasInput && page.form(of: object) == nil
          && seen.insert(ObjectIdentifier(object)).inserted
      }
  }

  /// Makes one step of all that was done.
  private func accept(_ page: PageState) {
    guard let nested = page.nested, let object = page.object else { return }
    page.nested = nil
    let label = UnsavedChanges(work: work).label(of: object)
    let isNamed = !label.hasPrefix("a new ")
    work.editing.accept(
      nested.changes,
      as: object.state != .inserted ? "changes of \(label)" : isNamed ? "new \(label)" : label,
      of: nested.owner,
      at: page.source?.object === nested.owner ? page.source?.relationship.name ?? "" : ""
    )
  }

  /// Takes back all that was done, as if the form had never been opened; the pages about what is not made are left.
  func cancel(_ page: PageState) {
    guard let nested = page.nested else { return }
    page.nested = nil
    let gone = work.editing.cancel(nested.changes)
    for form in work.forms.all {
      let typed = nested.typed[ObjectIdentifier(form.object)] ?? FormModel.Typed()
      if form.typed != typed { form.typed = typed }
    }
    for object in gone { work.end(object) }
  }
}

extension PageState {
  /// The object of which a form opened here is a part of the work; `nil` where no form is.
  fileprivate var formOwner: ManagedObject? {
    form?.object ?? (task == .select ? source?.object : nil)
  }
}

extension PageState {
  /// The form that the page was opened from, with the changes made since.
  var nested: NestedForm? {
    get { self[NestedForm.self] }
    set { self[NestedForm.self] = newValue }
  }
}
