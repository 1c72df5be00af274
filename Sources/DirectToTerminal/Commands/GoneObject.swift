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
    do throws(StoreError) {
      guard try await session.store.record(id, paths: []) == nil else { return nil }
    } catch {
      session.readFaults.note(error, "whether the object is still there is not known")
      return nil
    }
    return GoneObject(session: session, object: object)
  }

  /// Leaves the pages about the object and says why.
  func leave(_ context: CommandContext) {
    let label = PendingWork(session: session).label(of: object)
    let entered =
      object.state == .stored && object.hasInput ? "; what was entered into it is dropped" : ""
    if let form = session.openForm(object) { session.close(form) }
    session.editing.dismiss(object)
    session.navigator.removePages(about: object)
    context.say("\(label) is gone: somebody else has deleted it\(entered)", .warning)
    session.refreshVisibleList()
  }
}
