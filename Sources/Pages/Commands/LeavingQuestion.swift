import Editing
import Widgets

/// What is to become of what was entered, asked before it is left behind: every answer does what it says.
struct LeavingQuestion {
  let page: PageContext

  private var session: Session { page.session }
  private var work: PendingWork { PendingWork(session: session) }

  /// Asks before a page is left on which something was entered, in one of its forms.
  func beforeLeaving(_ forms: [FormModel], _ context: CommandContext) {
    let session = session
    let items = [
      MenuItem("stay here") { _ in },
      MenuItem("\(work.saveTitle) and leave") {
        Saving(page: page).saveAll($0, goingOn: false)
      },
      MenuItem("discard the changes") { _ in
        for form in forms {
          session.editing.discard(form.object)
          session.forms.close(form)
        }
        leave()
      },
      MenuItem("leave, changes stay pending") { _ in leave() },
    ]
    context.present { Menu("The changes are not saved", items: items, width: 44) }
  }

  private func leave() {
    session.navigator.pop()
    session.reader.refreshVisibleList()
  }

  /// Asks before the program ends with something unsaved.
  func beforeQuitting(_ context: CommandContext) {
    let (session, work) = (session, work)
    let count = work.entered.count
    let items = [
      MenuItem("stay here") { _ in },
      MenuItem("\(work.saveTitle) and quit") {
        Saving(page: page).saveAll($0) { session.screen.onQuit() }
      },
      MenuItem("review what is not saved") { work.show($0) },
      MenuItem("discard the changes and quit") { _ in session.screen.onQuit() },
    ]
    let what = "\(PendingWork.objects(count: count)) \(count == 1 ? "is" : "are") not saved"
    context.present { Menu(what, items: items, width: 44) }
  }
}
