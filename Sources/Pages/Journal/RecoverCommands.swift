import Editing
import Widgets
import Workspace

/// What can be done with what a program that ended has left unsaved.
struct RecoverCommands {
  let page: PageContext
  let model: ReviewModel

  private var session: Session { page.session }

  /// Taking it, giving it up, looking at a record.
  @CommandBuilder var all: [Command] {
    if session.journal.offered != nil {
      Command(.takeLeft) { take($0) }
      Command(.discardLeft) { askToDiscard($0) }
      if let object = model.currentLine?.object {
        let reason = object.state == .inserted ? "it is not made yet" : nil
        Command(.open, title: "look", disabledReason: reason) { _ in
          page.push(.inspect, about: session.editing.object(for: object.base))
        }
      }
    }
  }

  private func take(_ context: CommandContext) {
    session.writeAlone(context) {
      guard let work = await session.journal.take(in: session) else { return }
      let what = "taken: \(PendingWork.objects(count: work.objects.count)) pending again"
      context.say([what, work.remarks].compactMap(\.self).joined(separator: "; "))
      leaveIfDone()
      if session.journal.offered == nil, !work.objects.isEmpty {
        PendingWork(session: session).review()
      }
    }
  }

  private func askToDiscard(_ context: CommandContext) {
    let count = session.journal.offered?.objects.count ?? 0
    let question = "Discard what was left unsaved? \(PendingWork.objects(count: count))"
    let asked = Announcement(asking: question, verb: "discard it") { context in
      session.writeAlone(context) {
        await session.journal.discard(in: session)
        context.say("discarded")
        leaveIfDone()
      }
    }
    session.ask(asked, context)
  }

  private func leaveIfDone() {
    guard session.journal.offered == nil, session.navigator.current.task == .recover else { return }
    PageLeaving(session: session).goBack()
  }
}
