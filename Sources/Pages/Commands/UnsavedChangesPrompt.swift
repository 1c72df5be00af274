import Editing
import EntityModel
import EntityStore
import Widgets
import Workspace

/// The question about unsaved changes when a page is left: stay, save, discard, review or leave.
struct UnsavedChangesPrompt: PagePart {
  let page: PageContext

  private var unsaved: UnsavedChanges { UnsavedChanges(work: work) }

  /// Asks before a page is left on which something was entered, in one of its forms.
  func beforeLeaving(_ forms: [FormModel], _ context: CommandContext) {
    let items = [
      MenuItem("Stay here and go on") { _ in },
      keeping(context),
      MenuItem("Discard the changes", detail: owners) {
        let page = ui.navigator.current
        guard !work.saves.isBusy else { return $0.say(SaveController.busySentence, .warning) }
        let nested = NestedForms(ui: ui)
        if page.nested == nil {
          for object in nested.linked(on: page) { discard(object) }
          for form in forms { discard(form.object) }
        }
        nested.cancel(page)
        // With a new object the pages about it are gone already.
        if ui.navigator.current === page { leave() } else { refresh() }
      },
      review,
      MenuItem(leavingTitle) { _ in leave() },
    ]
    ui.ask(Announcement(choosing: items, "The changes are not saved"), context)
  }

  private var review: MenuItem {
    MenuItem("Review the unsaved changes") { _ in page.review() }
  }

  /// The answer that leaves with all that was entered: it is saved, or taken over into the form from which this one was opened.
  private func keeping(_ context: CommandContext) -> MenuItem {
    guard let owner = page.state.nested?.owner else {
      return MenuItem("\(saveTitle) and leave") {
        SaveFlow(page: page, context: $0).saveAll(going: .back)
      }
    }
    let key = context.host.keyBindings.keys(for: .save).first.map(context.host.symbol) ?? ""
    return MenuItem("Keep the changes and go back to \(unsaved.label(of: owner))", detail: key) {
      EditCommands(page: page).finish($0)
    }
  }

  /// The words for saving: `Save the changes`, or `Save all 3 changes`.
  private var saveTitle: String {
    let count = unsaved.enteredCount
    return count > 1 ? "Save all \(count) changes" : "Save the changes"
  }

  /// The title of the answer that leaves without saving.
  ///
  /// Changes of a nested form are saved with those of its parent form.
  private var leavingTitle: String {
    page.state.nested == nil
      ? "Leave, and keep the changes unsaved" : "Leave, and finish this later"
  }

  /// The labels of the objects whose changes would be discarded; empty if only the page's own object is affected.
  private var owners: String {
    let changed = NestedForms(ui: ui).entered(on: page.state)
    guard changed.contains(where: { $0 !== page.object }) else { return "" }
    return changed.map { unsaved.label(of: $0) }.joined(separator: ", ")
  }

  /// Takes back what was entered into an object, on every page that shows it; a new one is not made.
  private func discard(_ object: ManagedObject) {
    let isNew = object.state == .inserted
    if isNew { revertReferences(to: object) }
    work.editing.discard(object)
    work.forms[object]?.forgetDrafts()
    if isNew { work.end(object) }
  }

  /// Lets stored objects that were pointed to a new one lead where they led before.
  private func revertReferences(to object: ManagedObject) {
    for other in work.editing.pendingObjects where other.state == .stored {
      for relationship in other.entity.relationships
      where !relationship.isToMany && other.newDestination(of: relationship) === object {
        other.takeBack(relationship)
      }
    }
  }

  private func leave() {
    PageLeaving(ui: ui).goBack()
    refresh()
  }

  private func refresh() { work.reader.refreshVisibleList() }

  /// Asks before the program ends with something unsaved.
  func beforeQuitting(_ context: CommandContext) {
    let count = unsaved.enteredCount
    let items = [
      MenuItem("Stay here and go on") { _ in },
      MenuItem("\(saveTitle) and quit") {
        SaveFlow(page: page, context: $0).saveAll { ui.screen.onQuit() }
      },
      review,
      MenuItem("Discard the changes and quit") { _ in
        if work.saves.isWriting { work.store.cancelSaves() }
        ui.screen.onQuit()
      },
    ]
    let what = "\(UnsavedChanges.objects(count: count)) \(count == 1 ? "is" : "are") not saved"
    ui.ask(Announcement(choosing: items, what, width: 44), context)
  }
}
