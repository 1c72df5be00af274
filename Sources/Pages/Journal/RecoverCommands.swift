import Editing
import StandardKeys
import Widgets
import Workspace

/// The commands of the recovery page: adopt, discard or open recovered changes.
struct RecoverCommands: PagePart {
  let page: PageContext
  let model: ReviewModel

  /// Taking it, giving it up, looking at a record.
  @CommandBuilder var all: [Command] {
    if work.journal.offered != nil {
      Command(.takeLeft) { take($0) }
      Command(.discardLeft) { askToDiscard($0) }
      if let object = model.rows.current?.object {
        let reason = object.state == .inserted ? "it is not saved yet" : nil
        Command(.open, title: "look", disabledReason: reason) { _ in
          page.push(.inspect, about: work.editing.object(for: object.base))
        }
      }
    }
  }

  private func take(_ context: CommandContext) {
    work.writeAlone(context) {
      guard let left = await work.journal.take(in: work) else { return }
      let what = "restored: \(UnsavedChanges.objects(count: left.objects.count)), not saved yet"
      context.say([what, left.remarks].compactMap(\.self).joined(separator: "; "))
      leaveIfDone()
      if work.journal.offered == nil, !left.objects.isEmpty {
        page.review()
      }
    }
  }

  private func askToDiscard(_ context: CommandContext) {
    let count = work.journal.offered?.objects.count ?? 0
    let question = "Discard the unsaved changes? \(UnsavedChanges.objects(count: count))"
    let asked = Announcement(asking: question, verb: "discard it") { context in
      work.writeAlone(context) {
        await work.journal.discard(in: work)
        context.say("discarded")
        leaveIfDone()
      }
    }
    ui.ask(asked, context)
  }

  private func leaveIfDone() {
    guard work.journal.offered == nil, ui.navigator.current.task == .recover else { return }
    PageLeaving(ui: ui).goBack()
  }
}
