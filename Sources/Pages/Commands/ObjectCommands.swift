import AccessControl
import Editing
import StandardKeys
public import Widgets
import Workspace

/// The commands for the one object that a page shows: edit, delete, copy, create another, history and reload.
public struct ObjectCommands {
  private let page: PageContext

  /// Creates the commands of a page.
  public init(page: PageContext) { self.page = page }

  private var work: WorkContext { page.work }
  private var ui: UserInterface { page.ui }

  /// Editing and deleting the object, making the next one, reading it again; none where there is no object.
  public var all: [Command] {
    guard let object = page.object else { return [] }
    let permissions = work.permissions(for: object, task: .inspect)
    let next = NextNewObject(of: object.entity, page: page)
    return [
      Command(.edit, disabledReason: object.goingRefusal ?? permissions.editRefusal) { context in
        page.edit(object, at: page.state.focusedKey, context)
      },
      next.command,
      ObjectCopy(page: page).command(of: object, refusal: object.goingRefusal ?? next.refusal),
      Command(.delete, disabledReason: object.goingRefusal ?? permissions.deletionRefusal) {
        context in
        ObjectDeletion(page: page).ask(about: object, context)
      },
      HistoryCommands(page: page).command(about: object),
      Command(.reload) { context in
        work.counts.forget()
        work.loads.run {
          if await !ui.adoptTables(context) {
            await work.reader.refresh(object)
          }
        }
      },
    ]
  }
}
