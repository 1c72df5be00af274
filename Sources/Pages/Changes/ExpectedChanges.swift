package import Editing
import EntityModel
import EntityStore
import Qualifiers
package import Workspace

/// The values that a save writes to stored objects, kept to detect values that a trigger resets.
package struct ExpectedChanges {
  /// A stored object that is being saved, with its record before the save and the values to be written.
  ///
  /// Compared with the object afterwards, to find values that a trigger put back.
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

  /// Returns a message if the database reset a written value to its former one; `nil` if it reset none.
  package func undoneSentence(in work: WorkContext) -> String? {
    for change in changes {
      // What is still to be written was left out of the save.
      let names = change.wanted.keys.filter {
        isAsBefore($0, change) && !change.object.changedKeys.contains($0)
      }
      guard !names.isEmpty else { continue }
      let unsaved = UnsavedChanges(work: work)
      let title = unsaved.names(of: Set(names), in: change.object).joined(separator: ", ")
      let label = unsaved.label(of: change.object)
      return
        "\(label): saved, but a trigger of the database or the column's type has put back \(title)"
    }
    return nil
  }

  private func isAsBefore(_ name: String, _ change: Change) -> Bool {
    let after = change.object.base
    // A value that was not read whole cannot be compared.
    guard !after.isTruncated([name]), !change.before.isTruncated([name]),
      let now = after.value(forKey: name), let before = change.before.value(forKey: name)
    else { return change.wanted[name] == nil }
    // A moment that is written otherwise than it was reads the same.
    if case .string? = change.wanted[name],
      after.entity.attribute(named: name)?.type.hasOneWriting == false
    {
      return false
    }
    return now == before
  }
}
