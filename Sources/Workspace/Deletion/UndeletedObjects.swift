package import Editing
import EntityModel
import EntityStore

/// A check after a deletion that counts the deleted objects still present in the database; a trigger may have restored them.
package struct UndeletedObjects {
  private let work: WorkContext

  /// Creates the check for a session.
  package init(work: WorkContext) { self.work = work }

  /// How many of the objects that were deleted are there.
  ///
  /// - Returns: `nil` where that cannot be read; the user is told.
  package func count(of deleted: [ManagedObject]) async -> Int? {
    let what: NamedSentence = "the deleted rows cannot be checked"
    return await work.readFaults.value(orSay: what) { () async throws(StoreError) in
      var count = 0
      for (_, objects) in Dictionary(grouping: deleted, by: \.entity.name)
      where try await mayBeReinserted(objects[0].entity) {
        count += try await work.store.records(objects.compactMap(\.base.id), paths: []).count
      }
      return count
    }
  }

  /// Whether deleting objects of an entity starts triggers, of its table or of one whose rows go along.
  private func mayBeReinserted(_ entity: Entity) async throws(StoreError) -> Bool {
    for entity in DeletionEffects.entities(deletedWith: entity)
    where try await work.store.hasTriggers(entity, on: .delete) { return true }
    return false
  }

  /// Returns the message about deleted objects that a trigger restored; `nil` for none.
  package static func sentence(count: Int) -> String? {
    guard count > 0 else { return nil }
    let objects = count == 1 ? "1 object is" : "\(count) objects are"
    return "\(objects) there still: a trigger of the database restored what was deleted"
  }
}
