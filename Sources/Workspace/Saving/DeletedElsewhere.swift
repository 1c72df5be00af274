import AccessControl
package import Editing
import EntityStore
import RuleEnvironment
import StandardKeys

/// The handling of an object whose row somebody else deleted: the user is told once, and its pages are removed.
///
/// If the user has entered something into it, the object stays until the user decides.
package struct DeletedElsewhere {
  package let work: WorkContext
  package let object: ManagedObject

  package init(work: WorkContext, object: ManagedObject) {
    (self.work, self.object) = (work, object)
  }

  /// The object of which a save says that its row is gone, once that is sure.
  package static func found(by error: SaveError, in work: WorkContext) async -> DeletedElsewhere? {
    guard case .store(.notFound(let id)) = error,
      let object = work.editing.registeredObject(for: id)
    else { return nil }
    return await found(object, in: work)
  }

  /// The object of a row on the screen, where that row is gone.
  package static func found(_ object: ManagedObject, in work: WorkContext) async
    -> DeletedElsewhere?
  {
    guard let id = object.base.id, object.state != .inserted else { return nil }
    do throws(StoreError) {
      guard try await work.store.record(id, paths: []) == nil else { return nil }
    } catch {
      work.readFaults.note(error, "the object cannot be checked")
      return nil
    }
    return DeletedElsewhere(work: work, object: object)
  }

  package var sentence: String {
    "\(UnsavedChanges(work: work).label(of: object)) is gone: somebody else has deleted it"
  }

  /// Whether somebody has entered something into the object.
  package var isEdited: Bool {
    object.state == .stored && (work.forms[object]?.hasInput ?? object.hasInput)
  }

  /// Leaves the pages about the object and says why.
  package func leave() {
    let sentence = sentence + (isEdited ? "; unsaved changes to it are dropped" : "")
    forget()
    work.readFaults.say(sentence)
    work.presenter?.reloadList()
  }

  /// Lets go of the object, what was entered into it, and the pages about it.
  package func forget() {
    work.editing.dismiss(object)
    work.saveFaults.forget(object)
    work.end(object)
  }

  /// Puts a new object in its place, that the next save inserts.
  /// - Returns: Why that is not to be saved unseen; `nil` where nothing is wrong.
  package func replace() -> String? {
    if let refusal = insertionRefusal { return refusal }
    let new = NewObjects.make(object.entity, in: work)
    let besides = ValueTransfer(work: work, object: object).enter(into: new)
    forget()
    let label = UnsavedChanges(work: work).label(of: new)
    return besides.isEmpty ? nil : "\(label): saving inserts it again\(besides)"
  }

  package var insertionRefusal: String? {
    let entity = object.entity
    let scope = work.root.scoped(toTask: .create).scoped(to: entity)
    return Permissions(work: work, scope: scope).creationRefusal.map {
      "\(work.shownName(of: entity)) cannot be inserted again: \($0)"
    }
  }

  /// Leaves the pages of the deleted object, unless it has unsaved input.
  ///
  /// With input, a message says that saving offers to insert the object again.
  package func leaveUnlessEdited() {
    guard isEdited else { return leave() }
    work.readFaults.say("\(sentence); saving offers to insert it again")
  }
}
