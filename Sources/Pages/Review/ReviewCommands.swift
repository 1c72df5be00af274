import Editing
import StandardKeys
import Widgets
import Workspace

/// The commands of the page that reviews unsaved changes: go to the object, drop a change, show the SQL.
struct ReviewCommands: PagePart {
  let page: PageContext
  let model: ReviewModel

  /// Going to an object, dropping what was entered, the statements.
  var all: [Command] {
    guard let line = model.rows.current, let object = line.object else { return [] }
    let hasObjects = UnsavedChanges(work: work).hasObjects
    return [
      Command(.open, title: "go to") { open(object, at: line.property, $0) },
      Command(.dropChange) { drop(object, at: line.property, $0) },
      Command(.showSQL, disabledReason: hasObjects ? nil : "there is nothing to save") {
        ReviewStatements(ui: ui).show($0)
      },
    ]
  }

  /// Goes to where the object is edited; one that is to be deleted is only looked at.
  private func open(_ object: ManagedObject, at name: String?, _ context: CommandContext) {
    guard object.state != .deleted else { return page.push(.inspect, about: object) }
    page.goToForm(of: object, at: name, context)
  }

  /// Takes back what was entered into a property, or all of an object, as a step that can be undone.
  private func drop(_ object: ManagedObject, at name: String?, _ context: CommandContext) {
    guard !work.saves.isBusy else { return context.say(SaveController.busySentence, .warning) }
    let label = UnsavedChanges(work: work).label(of: object)
    guard let name else {
      let isNew = object.state == .inserted
      work.editing.group("the dropping of \(label)", of: object, at: "") {
        work.editing.discard(object)
      }
      work.forms[object]?.forgetDrafts()
      if isNew { work.end(object) }
      work.renewRoot()
      return context.say("dropped: \(label); u takes that back")
    }
    let keys = PendingReview(work: work).changedKeys(of: name, in: object)
    let title = work.root.scoped(to: object.entity).displayName(of: name)
    guard !keys.isEmpty else {
      return context.say("\(title): a new object needs it; drop the object instead", .warning)
    }
    work.editing.group("the dropping of \(title) of \(label)", of: object, at: name) {
      object.revert(keys)
    }
    work.forms[object]?.forgetDrafts(of: keys.union([name]))
    context.say("dropped: \(title) of \(label); u takes that back")
  }
}
