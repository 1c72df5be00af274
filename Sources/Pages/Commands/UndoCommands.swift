import Editing
import StandardKeys
import Widgets
import Workspace

/// The undo and redo commands of a page, for pending edits and for saves.
///
/// Each tells what it undid and where, for that may be on another page than the one on screen.
struct UndoCommands: PagePart {
  let page: PageContext

  private static let innerSentence = "leave this form to undo what was done before it was opened"

  /// The change that undo takes back next on this page.
  private enum Next {
    /// A text that is no value, in a field.
    case text(FormModel, key: String)
    case step
    case save(SaveHistory.Entry)
  }

  private var next: Next? {
    let (editing, history) = (work.editing, work.saves.history)
    // No step knows of a text that is no value.
    let texts = page.state.forms.flatMap { form in
      form.valuelessDrafts.keys.sorted().map { (form: form, key: $0) }
    }
    let focus = ui.screen.host?.focusedName?.value(as: FieldFocusID.self)
    let focused = texts.first {
      FieldFocusID(object: ObjectIdentifier($0.form.object), key: $0.key) == focus
    }
    if let focused { return .text(focused.form, key: focused.key) }
    // What was saved since a list was narrowed or sorted comes before that.
    let isSaveNext = editing.nextShownChange(reaches).map { $0.saveCount < history.length } ?? false
    if !isSaveNext, editing.canUndo(reaches) { return .step }
    if let text = texts.first { return .text(text.form, key: text.key) }
    guard let save = history.last, isSaveNext || !editing.hasOuterSteps else { return nil }
    return .save(save)
  }

  private var nextSave: SaveHistory.Entry? {
    work.saves.history.next(before: work.editing.redoCount)
  }

  /// Whether undo and redo may take a view change: they never leave a page on which something is entered.
  private func reaches(_ change: ViewChange) -> Bool {
    let navigator = ui.navigator
    guard navigator.shows(change.place) else { return false }
    return !navigator.pages.reversed().prefix { $0.list !== change.place }.contains(where: \.isForm)
  }

  /// The commands; a key without anything to do says so.
  @CommandBuilder var all: [Command] {
    let place = page.state.isForm ? " in this form" : ""
    if next != nil {
      Command(.undo) { undo($0) }
    } else if work.editing.hasOuterSteps {
      Command(.undo, disabledReason: Self.innerSentence) { _ in }
    } else {
      Command(.undo, isHidden: true) { $0.say("nothing to undo\(place)") }
    }
    if work.editing.canRedo(reaches) || nextSave != nil {
      Command(.redo) { redo($0) }
    } else {
      Command(.redo, isHidden: true) { $0.say("nothing to do again\(place)") }
    }
  }

  private func undo(_ context: CommandContext) {
    guard !work.saves.isBusy else { return context.say(SaveController.busySentence, .warning) }
    work.editing.forget(shown: { !ui.navigator.shows($0.place) })
    switch next {
    case .text(let form, let key):
      context.host.focus(onField: key, of: form.object)
      form.forgetDrafts(of: [key])
      context.say("taken back: typing in \(names([key], of: form.object))")
    case .step:
      if let outcome = work.editing.undo(reaches) { tell(outcome, as: "taken back", context) }
    case .save(let save):
      let reverting = SaveUndo(ui: ui)
      reverting.ask(about: save, context, by: reverting.confirmSaveUndo)
    case nil: break
    }
  }

  private func redo(_ context: CommandContext) {
    guard !work.saves.isBusy else { return context.say(SaveController.busySentence, .warning) }
    if let save = nextSave {
      let reverting = SaveUndo(ui: ui)
      return reverting.ask(about: save, context, by: reverting.confirmSaveRedo)
    }
    if let outcome = work.editing.redo(reaches) { tell(outcome, as: "done again", context) }
  }

  private func tell(_ outcome: StepOutcome, as verb: String, _ context: CommandContext) {
    if let change = outcome.shown { goTo(change.place) }
    guard let object = outcome.object else {
      return context.say("\(verb): \(outcome.name ?? "")")
    }
    if let name = outcome.name {
      for part in outcome.parts { settle(part) }
      context.host.focus(onField: outcome.keys.first ?? "", of: object)
      return context.say("\(verb): \(name)")
    }
    let label = UnsavedChanges(work: work).label(of: object)
    settle(outcome)
    switch outcome.effect {
    case .changed(let keys):
      let properties = Set(keys.flatMap { object.entity.propertyNames(writing: $0) })
      guard !keys.isEmpty else { return context.say("\(verb): the deletion of \(label)") }
      let isHere = ui.navigator.current.form(of: object) != nil
      if !isHere { showRow(of: object) }
      if isHere { _ = properties.sorted().first { context.host.focus(onField: $0, of: object) } }
      context.say("\(verb): \(names(keys, of: object))" + (isHere ? "" : " of \(label)"))
    case .withdrawn:
      context.say("\(verb): \(label) is not created")
    case .inserted:
      context.say("\(verb): \(label) is new; P lists unsaved changes")
    case .shown: break
    }
  }

  /// Puts the cursor of the list on screen on the row of an object, where that is in memory.
  private func showRow(of object: ManagedObject) {
    guard let list = ui.navigator.current.list, let id = object.id,
      let position = list.place(of: id)
    else { return }
    list.cursor.go(to: position, in: list)
  }

  /// Goes back, or forward, to the page of a list.
  private func goTo(_ list: AnyObject?) {
    let navigator = ui.navigator
    if let page = navigator.pages.last(where: { $0.list === list }) {
      return PageLeaving(ui: ui).goBack(to: page)
    }
    while navigator.current.list !== list, navigator.canGoForward { navigator.forward() }
  }

  /// Takes from the screen what a step has made obsolete.
  private func settle(_ outcome: StepOutcome) {
    guard let object = outcome.object else { return }
    switch outcome.effect {
    case .changed(let keys):
      let properties = Set(keys.flatMap { object.entity.propertyNames(writing: $0) })
      work.forms[object]?.forgetDrafts(of: properties.union(keys))
    // Nothing is left to be edited on pages about an object that is not to be made.
    case .withdrawn: work.end(object)
    case .inserted, .shown: break
    }
  }

  private func names(_ keys: Set<String>, of object: ManagedObject) -> String {
    UnsavedChanges(work: work).names(of: keys, in: object).joined(separator: ", ")
  }
}

extension PageState {
  /// Whether something is entered on the page: values, conditions, or related rows.
  fileprivate var isForm: Bool {
    switch task {
    case .edit, .create, .bulk, .paste, .editRelationship: true
    case .query: entity != nil
    default: false
    }
  }
}
