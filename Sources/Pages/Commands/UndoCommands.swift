import Editing
import EntityModel
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets

/// Taking back and doing again: each says what it was and where, for it may be on another page than the one on screen.
struct UndoCommands {
  let session: Session

  /// The commands, while there is anything to take back or to do again.
  var commands: [Command] {
    let editing = session.editing
    let canUndo =
      editing.canUndo || session.navigator.current.form?.hasUnreadableDrafts == true
    guard canUndo || editing.canRedo else { return [] }
    return [
      Command(.undo, disabledReason: canUndo ? nil : "nothing to take back") { undo($0) },
      Command(.redo, disabledReason: editing.canRedo ? nil : "nothing to do again") { redo($0) },
    ]
  }

  private func undo(_ context: CommandContext) {
    // No step knows of a text that is no value.
    if let form = session.navigator.current.form,
      let key = context.host.focusedName?.value(as: String.self), form.holdsNoValue(at: key)
    {
      form.forgetDrafts(of: [key])
      return context.say("taken back: what was typed in \(names([key], of: form.object))")
    }
    guard let outcome = session.editing.undo() else { return context.say("nothing to take back") }
    tell(outcome, "taken back", context)
  }

  private func redo(_ context: CommandContext) {
    guard let outcome = session.editing.redo() else { return context.say("nothing to do again") }
    tell(outcome, "done again", context)
  }

  private func tell(_ outcome: StepOutcome, _ verb: String, _ context: CommandContext) {
    let object = outcome.object
    let label = PendingWork(session: session).label(of: object)
    switch outcome.effect {
    case .changed(let keys):
      let properties = Set(keys.flatMap { object.entity.propertyNames(writing: $0) })
      session.openForm(object)?.forgetDrafts(of: properties.union(keys))
      guard !keys.isEmpty else { return context.say("\(verb): the deletion of \(label)") }
      let isHere = session.navigator.current.form?.object === object
      if isHere { _ = properties.sorted().first { context.host.focus(on: $0) } }
      context.say("\(verb): \(names(keys, of: object))" + (isHere ? "" : " of \(label)"))
    case .withdrawn:
      // Nothing is left to be edited on pages about an object that is not to be made.
      session.navigator.removePages(about: object)
      if let form = session.openForm(object) { session.close(form) }
      context.say("\(verb): \(label) is not made")
    case .inserted:
      context.say("\(verb): \(label) is to be made; P lists what is pending")
    }
  }

  private func names(_ keys: Set<String>, of object: ManagedObject) -> String {
    PendingWork(session: session).names(of: keys, in: object).joined(separator: ", ")
  }
}
