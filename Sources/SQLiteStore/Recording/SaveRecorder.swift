import EntityModel
import EntityStore
import SQLite

/// A recorder of the row changes in a save: each row's content before its first change, and in the end.
///
/// SQLite reports each row before it is changed, also by a trigger or a foreign key action, and the row is read then.
final class SaveRecorder {
  /// The recorded rows, behind a pointer to avoid exclusivity checks for each row.
  ///
  /// Access is exclusive: only this object has the pointer, and calls for single rows do not overlap.
  private let rows: UnsafeMutablePointer<RecordedRows>

  /// A recorder of what becomes of so many rows of entities, as far as that is known.
  init(_ adaptor: SQLiteAdaptor, writing names: Set<String> = [], expecting count: Int = 0) {
    let entities = names.compactMap { adaptor.model.entity(named: $0) }
    rows = .allocate(capacity: 1)
    rows.initialize(
      to: RecordedRows(
        adaptor,
        writing: Set(entities.map(\.definition.table)),
        expecting: count
      )
    )
  }

  deinit {
    rows.deinitialize(count: 1)
    rows.deallocate()
  }

  /// Whether statements carry out what a delete rule of the model says.
  var carriesOutRules: Bool {
    get { rows.pointee.carriesOutRules }
    set { rows.pointee.carriesOutRules = newValue }
  }

  /// Runs a statement of which is known which columns it sets.
  func whileSetting<Result, Failure: Error>(
    _ columns: AssignedColumns?,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    rows.pointee.setting = columns?.memory
    defer { rows.pointee.setting = nil }
    return try body()
  }

  /// Notes a row that is about to be changed; what cannot be read is not recorded, and keeps nothing from being done.
  func note(_ change: RowChange) { rows.pointee.note(change) }

  /// Returns the record of all row changes, with the rows as they are stored now.
  func record() -> SaveRecord { rows.pointee.record() }
}
