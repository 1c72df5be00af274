/// The result of a save: new identities, changed identities, and the record for undo.
package struct SaveResult: Sendable {
  /// The identity of each inserted row by its token.
  package var inserted: [Int: RecordID]
  /// The identity of each row whose key was changed, by its identity before.
  package var changedIDs: [RecordID: RecordID]
  /// The record by which the save can be undone, if it was asked for and the database supports it.
  package var record: SaveRecord?
  /// The statements that write, where the save was a trial and the database has such.
  package var statements: [LoggedStatement] = []

  /// The rows of which the identity was changed, the other way round.
  package var formerIDs: [RecordID: RecordID] {
    Dictionary(changedIDs.map { ($1, $0) }) { first, _ in first }
  }

  /// Creates a result from the identities of inserted and re-keyed rows.
  package init(inserted: [Int: RecordID], changedIDs: [RecordID: RecordID]) {
    (self.inserted, self.changedIDs) = (inserted, changedIDs)
  }
}
