import AccessControl
import Editing
import EntityStore
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The marking of objects for deletion with the next save, or at once where rules say so.
///
/// Marked objects stay in lists until the save.
struct PendingDeletion {
  let work: WorkContext

  /// Whether rules want the object deleted as soon as that is confirmed.
  func isAtOnce(for object: ManagedObject) -> Bool { areAtOnce([object]) }

  /// Whether rules want all of some objects deleted so.
  func areAtOnce(_ objects: [ManagedObject]) -> Bool {
    let (key, scopes) = (EditingKeys.shared.savesDeletesAtOnce, ObjectScopes(below: work.root))
    return objects.allSatisfy {
      $0.state == .inserted || scopes.answer(key, of: $0.judged, inTask: .edit)
    }
  }

  /// Marks an object as it was read when that was asked; pages about it go, as when it is deleted.
  func mark(
    _ object: ManagedObject,
    asRead record: Record,
    label: String,
    _ context: CommandContext
  ) {
    guard !work.saves.isBusy else { return context.say(SaveController.busySentence, .warning) }
    work.editing.delete(object, asRead: record)
    work.end(object)
    context.say("\(label): deleted with the next save; u keeps it")
  }

  /// Takes objects that were saved as deleted from the screen, and says where some are there still.
  func end(_ deleted: [ManagedObject], _ context: CommandContext) {
    guard !deleted.isEmpty else { return }
    for object in deleted { work.end(object) }
    work.loads.run {
      // Where that is not known it has been said.
      let count = await UndeletedObjects(work: work).count(of: deleted) ?? 0
      if let sentence = UndeletedObjects.sentence(count: count) { context.say(sentence, .warning) }
    }
  }
}

extension ManagedObject {
  /// Why nothing is done with an object that is to be deleted; `nil` for every other.
  var goingRefusal: String? {
    state == .deleted ? "deleted with the next save; u keeps it" : nil
  }
}
