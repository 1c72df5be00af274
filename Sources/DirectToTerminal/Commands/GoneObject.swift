import Editing
import EntityStore
import Widgets

/// An object whose row somebody else has deleted: it is said once, what was entered into it goes, and so do the pages about it.
struct GoneObject {
  let session: Session
  let object: ManagedObject

  /// The object of which a save says that its row is not there, once that is sure.
  static func found(by error: SaveError, in session: Session) async -> GoneObject? {
    guard case .store(.notFound(let id)) = error,
      let object = session.editing.registeredObject(for: id)
    else { return nil }
    return await found(object, in: session)
  }

  /// The object of a row on the screen, where that row is not there any more.
  static func found(_ object: ManagedObject, in session: Session) async -> GoneObject? {
    guard let id = object.base.id, object.state != .inserted else { return nil }
    do throws(StoreError) {
      guard try await session.store.record(id, paths: []) == nil else { return nil }
    } catch {
      session.readFaults.note(error, "whether the object is still there is not known")
      return nil
    }
    return GoneObject(session: session, object: object)
  }

  /// Leaves the pages about the object and says why.
  func leave() {
    let label = PendingWork(session: session).label(of: object)
    let entered =
      object.state == .stored && object.hasInput ? "; what was entered into it is dropped" : ""
    if let form = session.openForm(object) { session.close(form) }
    session.editing.dismiss(object)
    session.navigator.removePages(about: object)
    session.readFaults.say("\(label) is gone: somebody else has deleted it\(entered)")
    session.refreshVisibleList()
  }

  /// The same, unless somebody has entered something into the object: that goes only when it is to be saved.
  func leaveUnlessEdited() {
    let form = session.openForm(object)
    guard object.hasInput || form?.hasUnreadableDrafts == true else { return leave() }
    let label = PendingWork(session: session).label(of: object)
    session.readFaults.say(
      "\(label) is gone: somebody else has deleted it; what was entered into it cannot be saved"
    )
  }
}
