import AccessControl
import Editing
import EntityStore
import StandardKeys
import Widgets
import Workspace

/// Commands for the object of one row: in a list, in the pane beside it, or among the related rows on an object's page.
struct RowCommands: PagePart {
  let page: PageContext
  let record: Record
  /// The property whose field an edit begins in.
  var editedKey: (CommandContext) -> String? = { _ in nil }

  private var object: ManagedObject { work.editing.object(for: record) }

  /// Opening, editing and deleting the object, and its history.
  func all(deletionRefusal: String?) -> [Command] {
    let object = object
    let permissions = work.permissions(for: object, task: .list)
    return [
      Command(.open) { _ in page.open(record) },
      Command(.edit, disabledReason: object.goingRefusal ?? permissions.editRefusal) { context in
        withOwnObject(to: .edit, unless: \.editRefusal, in: context) {
          page.edit($0, at: editedKey(context), context)
        }
      },
      Command(
        .delete,
        disabledReason: object.goingRefusal ?? permissions.deletionRefusal ?? deletionRefusal
      ) { context in
        withOwnObject(to: .delete, unless: \.deletionRefusal, in: context) {
          ObjectDeletion(page: page).ask(about: $0, context)
        }
      },
      HistoryCommands(page: page).command(about: object),
    ]
  }

  /// Making a new object with the values of this one.
  func duplicate(refusal: String?) -> Command {
    Command(.duplicate, disabledReason: object.goingRefusal ?? refusal) { context in
      page.withOwnRecord(record) {
        ObjectCopy(page: page).copy(work.editing.object(for: $0), context)
      }
    }
  }

  /// Hands the object of the row to `body`, of a parent's list as the object that it is, if rules let that one be acted on.
  private func withOwnObject(
    to command: CommandDefinition,
    unless refusal: @escaping (Permissions) -> String?,
    in context: CommandContext,
    _ body: @escaping (ManagedObject) -> Void
  ) {
    page.withOwnRecord(record) { own in
      let object = work.editing.object(for: own)
      if let reason = refusal(work.permissions(for: object, task: .list)) {
        return context.say("\(command.title): \(reason)", .warning)
      }
      body(object)
    }
  }
}
