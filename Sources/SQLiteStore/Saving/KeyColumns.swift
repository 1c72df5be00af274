import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import SQLite

/// The positions of a table's key columns in a changed row that SQLite reports.
///
/// ``RowIdentityTracker`` reads the row's old and new identity with them.
struct KeyColumns {
  let writtenName: NativeTableName
  private let entity: Entity
  /// The place of each part of the identity among the columns; `nil` for the rowid.
  private let parts: [(place: Int?, coding: ColumnCoding)]

  /// - Returns: `nil` for what has no rows of its own, or none that can be found again.
  init?(_ table: TableName, _ adaptor: SQLiteAdaptor) throws(SQLiteError) {
    let entities = adaptor.model.entities.filter {
      $0.definition.table == table && $0.definition.kind == .table && !$0.identity.isEmpty
    }
    guard let entity = entities.first(where: { $0.definition.parentName == nil }) ?? entities.first
    else { return nil }
    let columns = try adaptor.connection.rows(
      "SELECT name FROM pragma_table_xinfo(?, ?) ORDER BY cid",
      [.text(table.name), .text(table.schemaName)]
    ) { $0.text(0) }
    var parts: [(place: Int?, coding: ColumnCoding)] = []
    for name in entity.identity {
      guard !entity.identityAliasesRowID, let attribute = entity.attribute(named: name) else {
        parts.append((nil, ColumnCoding(.integer)))
        continue
      }
      guard let place = columns.firstIndex(where: { attribute.columnName.isExactly($0) }) else {
        return nil
      }
      parts.append((place, ColumnCoding(attribute)))
    }
    writtenName = NativeTableName(table.name, in: table.schemaName)
    (self.entity, self.parts) = (entity, parts)
  }

  /// The identity of a row, the same for all entities of its table; `nil` where SQLite does not tell.
  func id(_ value: (Int) -> SQLiteValue?, _ rowID: Int64) -> RecordID? {
    var values: [Value] = []
    for (place, coding) in parts {
      guard let place else {
        values.append(.int(rowID))
        continue
      }
      guard let stored = value(place) else { return nil }
      values.append(coding.decodeKey(stored))
    }
    return RecordID.of(values, entity.numbersRows ? rowID : nil, in: entity)?
      .named(entity.tableKey)
  }
}
