import AccessControl
import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// An object whose row somebody else has deleted: it is said once, and the pages about it go; what was entered into it stays
/// until somebody says what is to become of it.
struct GoneObject {
  let work: WorkContext
  let object: ManagedObject

  /// The object of which a save says that its row is gone, once that is sure.
  static func found(by error: SaveError, in work: WorkContext) async -> GoneObject? {
    guard case .store(.notFound(let id)) = error,
      let object = work.editing.registeredObject(for: id)
    else { return nil }
    return await found(object, in: work)
  }

  /// The object of a row on the screen, where that row is gone.
  static func found(_ object: ManagedObject, in work: WorkContext) async -> GoneObject? {
    guard let id = object.base.id, object.state != .inserted else { return nil }
    do throws(StoreError) {
      guard try await work.store.record(id, paths: []) == nil else { return nil }
    } catch {
      work.readFaults.note(error, "whether the object is still there is not known")
      return nil
    }
    return GoneObject(work: work, object: object)
  }

  var sentence: String {
    "\(PendingWork(work: work).label(of: object)) is gone: somebody else has deleted it"
  }

  /// Whether somebody has entered something into the object.
  private var isEdited: Bool {
    object.state == .stored && (work.forms[object]?.hasInput ?? object.hasInput)
  }

  /// Leaves the pages about the object and says why.
  func leave() {
    let sentence = sentence + (isEdited ? "; what was entered into it is dropped" : "")
    forget()
    work.readFaults.say(sentence)
    work.reader.refreshVisibleList()
  }

  /// Lets go of the object, what was entered into it, and the pages about it.
  func forget() {
    work.editing.dismiss(object)
    work.saveFaults.forget(object)
    work.end(object)
  }

  /// A save has found nothing: leaves the pages, or asks what is to become of what was entered.
  func leaveOrAsk(_ context: CommandContext) {
    guard isEdited else { return leave() }
    let key = editedKey(context)
    let items = [
      MenuItem("go on editing") { _ in },
      MenuItem("insert it again, with what was entered") { insertAgain(at: key, $0) },
      MenuItem("drop what was entered") { _ in leave() },
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
    if let ui = context.environment[ViewKeys.shared.userInterface] {
      PageContext(ui.navigator.current, in: ui).goToForm(of: new, at: key, context)
    }
    context.say("a new object with what was known and entered\(besides); saving inserts it")
  }

  /// Puts a new object in its place, that the next save inserts.
  /// - Returns: Why that is not to be saved unseen; `nil` where nothing is wrong.
  func replace() -> String? {
    if let refusal = insertionRefusal { return refusal }
    let new = NewObjects.make(object.entity, in: work)
    let besides = ValueTransfer(work: work, object: object).enter(into: new)
    forget()
    let label = PendingWork(work: work).label(of: new)
    return besides.isEmpty ? nil : "\(label) is to be inserted again\(besides)"
  }

  private var insertionRefusal: String? {
    let entity = object.entity
    let scope = work.root.scoped(toTask: "create").scoped(to: entity)
    return Permissions(work: work, scope: scope).creationRefusal.map {
      "\(work.shownName(of: entity)) cannot be inserted again: \($0)"
    }
  }

  /// The same, unless somebody has entered something into the object: that goes only when it is to be saved.
  func leaveUnlessEdited() {
    guard isEdited else { return leave() }
    work.readFaults.say("\(sentence); saving offers to insert it again with what was entered")
  }
}
