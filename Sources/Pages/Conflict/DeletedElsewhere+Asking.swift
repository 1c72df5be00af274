import Editing
import EntityModel
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

extension DeletedElsewhere {
  /// A save has found nothing: leaves the pages, or asks what is to become of what was entered.
  func leaveOrAsk(_ context: CommandContext) {
    guard isEdited else { return leave() }
    let key = editedKey(context)
    let items = [
      MenuItem("go on editing") { _ in },
      MenuItem("insert it again, with your changes") { insertAgain(at: key, $0) },
      MenuItem("discard your changes") { _ in leave() },
    ]
    let reason = "not saved: \(sentence)"
    context.ask(
      Announcement(choosing: items, "Somebody else has deleted it", details: [reason], width: 44)
    )
    context.say(reason, .error)
  }

  /// The field of the object that has the focus; else the first with something entered.
  private func editedKey(_ context: CommandContext) -> String? {
    let scope = context.host.focusedEnvironment
    let focused = PropertyPath(scope[ModelKeys.shared.propertyKey]).last
    if scope[ViewKeys.shared.form]?.object === object, !focused.isEmpty { return focused }
    let changed = object.changedKeys
    return object.entity.attributes.first { changed.contains($0.name) }
      .map { object.entity.propertyNames(writing: $0.name)[0] }
  }

  /// Goes on with a new object that has what was known of the one that is gone, and what was entered; the focus stays in
  /// the field called `key`.
  private func insertAgain(at key: String?, _ context: CommandContext) {
    if let refusal = insertionRefusal { return context.say(refusal, .warning) }
    let entity = object.entity
    let new = NewObjects.make(entity, in: work)
    let besides = ValueTransfer(work: work, object: object).enter(into: new)
    forget()
    if let ui = context.environment[PageKeys.shared.userInterface] {
      PageContext(ui.navigator.current, in: ui).goToForm(of: new, at: key, context)
    }
    context.say("a new object with your changes\(besides); saving inserts it")
  }
}
