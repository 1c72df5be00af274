import Editing
import StandardKeys
import Widgets
import Workspace

/// The undo and redo commands of a page, for pending edits and for saves.
///
/// Each tells what it undid and where, for that may be on another page than the one on screen.
struct UndoCommands {
  let page: PageContext

  private var work: WorkContext { page.work }
  private var ui: UserInterface { page.ui }

  private static let innerSentence =
    "leave this form to undo what was done before it was opened"

  private var nextSave: SaveHistory.Entry? {
    work.saves.history.next(before: work.editing.redoCount)
  }

  /// The commands, each while there is anything for it.
  @CommandBuilder var all: [Command] {
    let editing = work.editing
    let canUndo =
      editing.canUndo || page.state.forms.contains(where: \.hasUnreadableDrafts)
      || work.saves.history.last != nil && !editing.hasOuterSteps
    if canUndo {
      Command(.undo) { undo($0) }
    } else if editing.hasOuterSteps {
      Command(.undo, disabledReason: Self.innerSentence) { _ in }
    }
    if editing.canRedo || nextSave != nil { Command(.redo) { redo($0) } }
  }

  private func undo(_ context: CommandContext) {
    // No step knows of a text that is no value.
    if let field = context.host.focusedName?.value(as: FieldFocusID.self),
      let form = page.state.forms.first(where: { ObjectIdentifier($0.object) == field.object }),
      form.holdsNoValue(at: field.key)
    {
      form.forgetDrafts(of: [field.key])
      return context.say("taken back: typing in \(names([field.key], of: form.object))")
    }
    guard !work.saves.isBusy else { return context.say(SaveController.busySentence, .warning) }
    let (editing, history) = (work.editing, work.saves.history)
    editing.forget(shown: { !ui.navigator.shows($0.place) })
    // What was saved since a list was narrowed or sorted comes before that.
    let isSaveNext = editing.lastShownChange.map { $0.saveCount < history.length } ?? false
    guard !isSaveNext, let outcome = editing.undo() else {
      guard let save = history.last, isSaveNext || !editing.hasOuterSteps else {
        return context.say("nothing to take back")
      }
      let reverting = SaveUndo(ui: ui)
      return reverting.ask(about: save, context, by: reverting.confirmSaveUndo)
    }
    tell(outcome, as: "taken back", context)
  }

  private func redo(_ context: CommandContext) {
    guard !work.saves.isBusy else { return context.say(SaveController.busySentence, .warning) }
    if let save = nextSave {
      let reverting = SaveUndo(ui: ui)
      return reverting.ask(about: save, context, by: reverting.confirmSaveRedo)
    }
    guard let outcome = work.editing.redo() else { return context.say("nothing to do again") }
    tell(outcome, as: "done again", context)
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
      let position = list.result.position(of: id)
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
