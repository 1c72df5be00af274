import EntityModel
import EntityStore
import SQLite

/// Notes what statements do to rows: what each held when it was first touched, and what it holds in the end.
///
/// SQLite tells of each row before it is changed, also by a trigger or a reference, and the row is read then.
final class SaveRecorder {
  /// In one piece: that nobody else is at it need be looked at once for each row.
  private var rows: RecordedRows

  init(_ adaptor: SQLiteAdaptor, of changes: [Change] = []) {
    let entities = changes.entityNames.compactMap { adaptor.model.entity(named: $0) }
    rows = RecordedRows(
      adaptor,
      writing: Set(entities.map(\.definition.table)),
      expecting: changes.count
    )
  }

  /// Whether statements carry out what a delete rule of the model says.
  var carriesOutRules: Bool {
    get { rows.carriesOutRules }
    set { rows.carriesOutRules = newValue }
  }

  /// The columns that the statement sets that runs, where that is known.
  var setting: ColumnsSet? {
    get { rows.setting }
    set { rows.setting = newValue }
  }

  /// Notes a row that is about to be changed; what cannot be read is not recorded, and keeps nothing from being done.
  func note(_ change: RowChange) { rows.note(change) }

  /// What was done to rows, as they are stored now.
  func record() -> SaveRecord { rows.record() }
}

/// The columns that a statement sets in each of many rows, by their names.
final class ColumnsSet {
  private let names: [String]
  /// The table that was asked for last, and where they stand in it.
  private var last: (table: RecordedTable, places: [Int]?)?

  init(_ names: [String]) { self.names = names }

  /// Where they stand in a table, in the order of that; `nil` where one is not there.
  func places(in table: RecordedTable) -> [Int]? {
    if let last, last.table === table { return last.places }
    let places = table.places(names)
    last = (table, places)
    return places
  }
}
