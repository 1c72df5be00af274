import Editing
import Widgets

/// What is to become of what was entered, asked before it is left behind: every answer does what it says.
struct LeavingQuestion {
  let session: Session

  private var work: PendingWork { PendingWork(session: session) }

  /// Asks before a page is left on which something was entered.
  func beforeLeaving(_ form: FormModel, _ context: CommandContext) {
    let session = session
    let items = [
      MenuItem("stay here") { _ in },
      MenuItem("\(work.saveTitle) and leave") { session.saveAll($0, goingOn: false) },
      MenuItem("discard the changes") { _ in
        session.editing.discard(form.object)
        session.close(form)
        leave()
      },
      MenuItem("leave, changes stay pending") { _ in leave() },
    ]
    context.present { Menu("The changes are not saved", items: items, width: 44) }
  }

  private func leave() {
    session.navigator.pop()
    session.refreshVisibleList()
  }

  /// Asks before the program ends with something unsaved.
  func beforeQuitting(_ context: CommandContext) {
    let (session, work) = (session, work)
    let count = work.entered.count
    let items = [
      MenuItem("stay here") { _ in },
      MenuItem("\(work.saveTitle) and quit") { session.saveAll($0) { session.onQuit() } },
      MenuItem("review what is not saved") { work.show($0) },
      MenuItem("discard the changes and quit") { _ in session.onQuit() },
    ]
    let what = "\(PendingWork.objects(count: count)) \(count == 1 ? "is" : "are") not saved"
    context.present { Menu(what, items: items, width: 44) }
  }
}
