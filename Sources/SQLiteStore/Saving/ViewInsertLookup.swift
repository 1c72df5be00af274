import EntityModel
import EntityStore
import Qualifiers
import SQL

/// Finds a row that was inserted through a view by the values that it was given, where no row had them before.
///
/// A trigger INSTEAD OF INSERT makes the key, and SQLite does not tell it.
struct ViewInsertLookup {
  private let adaptor: SQLiteAdaptor
  private let columns: IdentityColumns
  private let select: SQLFragment

  /// The search for a row that is about to be inserted; `nil` where another row has all of its values.
  init?(
    _ values: [(column: String, value: Value)],
    of entity: Entity,
    in adaptor: SQLiteAdaptor
  ) throws(StoreError) {
    self.adaptor = adaptor
    columns = try IdentityColumns(of: entity)
    let given = values.filter { !$0.value.isNull }
    guard let list = columns.list, !given.isEmpty else { return nil }
    let conditions = given.map { SQLFragment("\($0.column) = ?", [$0.value]) }
    select =
      SQLFragment("SELECT \(list) FROM \(entity.sqlName) WHERE ") + .joined(conditions, " AND ")
      + " LIMIT 2"
    guard try adaptor.first(select, { _ in true }) == nil else { return nil }
  }

  /// Returns the identity of the inserted row.
  ///
  /// `nil` if a trigger changed the values, or inserted several rows.
  func id() throws(StoreError) -> RecordID? {
    var ids: [RecordID?] = []
    let columns = columns
    try adaptor.rows(select) { ids.append(columns.id($0)) }
    return ids.count == 1 ? ids[0] : nil
  }

  /// Each search reads the view twice: of many new rows only the first are looked for.
  static let searchLimit = 8
}
