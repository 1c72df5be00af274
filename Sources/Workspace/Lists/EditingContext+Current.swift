package import Editing
package import EntityStore

extension EditingContext {
  /// The record as it stands with pending changes.
  package func current(_ record: Record) -> Record {
    guard let id = record.id, let object = registeredObject(for: id), object.hasChanges else {
      return record
    }
    return object.snapshot
  }

  /// Whether the row of a record is to be deleted by the next save.
  package func isGoing(_ record: Record) -> Bool {
    record.id.flatMap { registeredObject(for: $0) }?.state == .deleted
  }
}
