import EntityModel
import EntityStore
import SQLite

/// The current identities of rows during a save, whatever changed their keys.
///
/// SQLite reports each row before its key changes, also through `ON UPDATE CASCADE` or a trigger. A lookup after the change may
/// find another row, because a key may pass from one row to another.
final class RowIdentityTracker {
  /// The name of a row that stays the same when its key changes.
  private enum Origin: Hashable {
    /// A row that had this identity before the save.
    case stored(RecordID)
    /// The save inserted it, by this token.
    case inserted(Int)
    /// The save made it, and no change is about it.
    case unnamed
  }

  private unowned let adaptor: SQLiteAdaptor
  private var tables: [TableName: KeyColumns?] = [:]
  private var last: KeyColumns?
  /// The identity changes by the running statement, in the form of ``EntityModel/Model/tableID(_:)``.
  private var pending: [(old: RecordID?, new: RecordID?)] = []
  /// The rows that have come where they are by this save.
  private var origins: [RecordID: Origin] = [:]
  /// The current identities of moved rows; `nil` for deleted rows.
  private var places: [Origin: RecordID?] = [:]
  private var failure: SQLiteError?

  init(_ adaptor: SQLiteAdaptor) { self.adaptor = adaptor }

  // MARK: Noting

  /// Notes a row that is about to be changed.
  func note(_ change: RowChange) {
    guard failure == nil else { return }
    do throws(SQLiteError) {
      guard let table = try table(of: change) else { return }
      let old = change.kind == .insert ? nil : table.id({ change.old($0)?.value }, change.oldRowID)
      let new = change.kind == .delete ? nil : table.id({ change.new($0)?.value }, change.newRowID)
      if old != new { pending.append((old, new)) }
    } catch { failure = error }
  }

  private func table(of change: RowChange) throws(SQLiteError) -> KeyColumns? {
    if let last, change.isOf(last.writtenName) { return last }
    let name = TableName(change.tableName, in: change.schemaName)
    if let known = tables[name] {
      last = known ?? last
      return known
    }
    let table = try KeyColumns(name, adaptor)
    tables[name] = .some(table)
    last = table ?? last
    return table
  }

  /// The statement is done.
  func settle() throws(StoreError) {
    if let failure { throw StoreError(failure, model: adaptor.model) }
    for (old, new) in pending {
      var origin = Origin.unnamed
      if let old { origin = origins.removeValue(forKey: old) ?? .stored(old) }
      if let new { origins[new] = origin }
      if origin != .unnamed { places[origin] = .some(new) }
    }
    pending = []
  }

  /// The statement was taken back.
  func forget() { pending = [] }

  /// Makes known by what a new row will be asked for.
  func name(_ id: RecordID, _ token: Int) {
    guard !id.values.isEmpty else { return }
    let place = adaptor.model.tableID(id)
    origins[place] = .inserted(token)
    places[.inserted(token)] = .some(id)
  }

  // MARK: Asking

  /// The identity now of a row that had one before the save; `nil` when the row is gone.
  func place(of id: RecordID) -> RecordID? {
    guard let place = places[.stored(adaptor.model.tableID(id))] else { return id }
    return place?.named(id.entityName)
  }

  /// The identity now of a row that was inserted; `nil` when it was not, or is gone.
  func place(ofInserted token: Int, of entityName: String) -> RecordID? {
    places[.inserted(token)].flatMap(\.self)?.named(entityName)
  }

  /// Whether a row has come to an identity by this save.
  func isTaken(_ id: RecordID) -> Bool { origins[adaptor.model.tableID(id)] != nil }

  /// The identities before the save by those now, of the rows that have moved.
  var formerIDs: [RecordID: RecordID] {
    var result: [RecordID: RecordID] = [:]
    for case (let id, .stored(let former)) in origins where id != former {
      for entity in adaptor.model.entities where entity.tableKey == id.entityName {
        result[id.named(entity.name)] = former.named(entity.name)
      }
    }
    return result
  }
}
