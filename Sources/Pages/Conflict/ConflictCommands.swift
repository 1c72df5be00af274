import Editing
import Widgets
import Workspace

/// The commands of the conflict page.
///
/// The last choice continues the save.
struct ConflictCommands: PagePart {
  let page: PageContext
  let model: ConflictModel

  /// Choosing for a property, a record, or all; going from record to record.
  var all: [Command] {
    guard !model.conflicts.isEmpty else { return [] }
    let steps =
      model.conflicts.count > 1
      ? [
        Command(.nextObject) { step(1, orSay: "this is the last record", $0) },
        Command(.previousObject) { step(-1, orSay: "this is the first record", $0) },
      ] : []
    return [
      Command(.keepMine) { choose(.mine, $0) },
      Command(.takeTheirs) { choose(.theirs, $0) },
      Command(.keepAllMine) { chooseAll(.mine, $0) },
      Command(.takeAllTheirs) { chooseAll(.theirs, $0) },
    ] + steps
  }

  private func step(_ direction: Int, orSay refusal: String, _ context: CommandContext) {
    if !model.step(by: direction) { context.say(refusal) }
  }

  private func choose(_ side: ConflictModel.Side, _ context: CommandContext) {
    guard model.choose(side) else {
      return context.say("you have not changed it: the stored value stays", .warning)
    }
    goOn(context)
  }

  private func chooseAll(_ side: ConflictModel.Side, _ context: CommandContext) {
    model.chooseAll(side)
    goOn(context)
  }

  /// Does what was chosen, once nothing is left to be decided, and saves.
  private func goOn(_ context: CommandContext) {
    guard model.openCount == 0 else { return }
    guard !work.saves.isBusy else { return context.say(SaveController.busySentence, .warning) }
    PageLeaving(ui: ui).goBack()
    // What was changed since is asked about anew.
    guard model.conflicts.allSatisfy(\.isCurrent) else { return model.resume(context) }
    let remarks = model.conflicts.compactMap(settle)
    work.editing.acceptStored(of: model.conflicts.filter { !$0.isGone }.map(\.object))
    work.renewRoot()
    if let remark = remarks.first { return context.say("not saved yet: \(remark)", .warning) }
    guard !UnsavedChanges(work: work).objects.isEmpty else {
      work.reader.refreshVisibleList()
      return context.say("the stored values stay: nothing is left to save")
    }
    model.resume(context)
  }

  /// Does with one record what was chosen.
  /// - Returns: What is to be said before it is saved.
  private func settle(_ conflict: RecordConflict) -> String? {
    let object = conflict.object
    let isMine = model.choice(of: "", in: conflict) == .mine
    switch conflict.kind {
    case .gone:
      let gone = DeletedElsewhere(work: work, object: object)
      guard isMine else {
        gone.forget()
        return nil
      }
      return gone.replace()
    case .deleting:
      if !isMine { work.editing.discard(object) }
    case .changed, .another:
      let taken = conflict.rows.filter { model.choice(of: $0.name, in: conflict) == .theirs }
      let keys = taken.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
      work.forms[object]?.forgetDrafts(of: keys.union(taken.map(\.name)))
      if model.choice(of: "", in: conflict) == .theirs {
        work.editing.discard(object)
      } else if !keys.isEmpty {
        object.revert(keys)
      }
    }
    return nil
  }
}
