package import Editing
import EntityModel
import EntityStore
import Qualifiers
import StandardKeys

/// What a save is to change in stored objects, to be told from what is in the file afterwards: a trigger may put it back.
package struct WrittenChanges {
  private struct Change {
    let object: ManagedObject
    let before: Record
    let wanted: [String: Value]
  }

  private let changes: [Change]

  /// Made before the save.
  package init(of objects: [ManagedObject]) {
    changes = objects.filter { $0.state == .stored && $0.hasChanges }.map { object in
      let wanted = object.changedKeys.compactMap { name in
        object.snapshot.value(forKey: name).map { (name, $0) }
      }
      return Change(
        object: object,
        before: object.base,
        wanted: Dictionary(wanted) { first, _ in first }
      )
    }
  }

  /// How many of the objects are others than before.
  package var count: Int {
    changes.count { change in
      let (before, after) = (change.before, change.object.base)
      return after.id != before.id || !change.wanted.keys.allSatisfy { isAsBefore($0, change) }
        || before.layout.paths.contains { path in
          path.components.count == 1 && !isAsBefore(path.first, change)
        }
    }
  }

  /// What is said where something that was written is as it was before; `nil` where nothing is.
  package func undoneSentence(in session: Session) -> String? {
    for change in changes {
      let names = change.wanted.keys.filter { isAsBefore($0, change) }
      guard !names.isEmpty else { continue }
      let work = PendingWork(session: session)
      let title = work.names(of: Set(names), in: change.object).joined(separator: ", ")
      let label = work.label(of: change.object)
      return
        "\(label): saved, but a trigger of the database, or the type of the column, has put back \(title)"
    }
    return nil
  }

  private func isAsBefore(_ name: String, _ change: Change) -> Bool {
    let after = change.object.base
    // Of what was not read, or only its beginning, nobody knows.
    guard !after.isTruncated([name]), !change.before.isTruncated([name]),
      let now = after.value(forKey: name), let before = change.before.value(forKey: name)
    else { return change.wanted[name] == nil }
    return now == before
  }
}

extension Session {
  /// How many of the objects that were deleted are there still, or again: a trigger may put them back.
  ///
  /// - Returns: `nil` where nobody knows; that is told.
  package func survivorCount(of deleted: [ManagedObject]) async -> Int? {
    await readFaults.value(orSay: "whether a trigger has put back what was deleted is not known") {
      () async throws(StoreError) in
      var count = 0
      for (_, objects) in Dictionary(grouping: deleted, by: \.entity.name)
      where try await mayComeBack(objects[0].entity) {
        count += try await store.records(objects.compactMap(\.base.id), paths: []).count
      }
      return count
    }
  }

  /// Whether deleting objects of an entity starts triggers, of its table or of one whose rows go along.
  private func mayComeBack(_ entity: Entity) async throws(StoreError) -> Bool {
    for entity in DeletionEffects.entities(deletedWith: entity)
    where try await store.hasTriggers(entity) { return true }
    return false
  }

  /// What is said of so many of those.
  package static func survivorSentence(count: Int) -> String? {
    guard count > 0 else { return nil }
    let objects = count == 1 ? "1 object is" : "\(count) objects are"
    return "\(objects) there still: a trigger of the database has put back what was deleted"
  }
}
