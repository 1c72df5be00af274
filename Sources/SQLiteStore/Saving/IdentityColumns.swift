import EntityModel
import EntityStore
import Formatting
import SQL
import SQLite

/// The key columns of an entity, or its rowid, that a statement returns to identify the row it inserted or updated.
///
/// Their names have no table prefix, so that the list serves both SELECT and RETURNING.
struct IdentityColumns {
  private let entity: Entity
  private var columns: [(sql: String, coding: ColumnCoding)] = []
  /// The name of the rowid where the key may hold null.
  private let rowNumber: String?

  /// - Throws: ``StoreError/unsupported(_:)`` when the model names a key that the table does not have.
  init(of entity: Entity) throws(StoreError) {
    self.entity = entity
    rowNumber = entity.numbersRows ? entity.rowIDName : nil
    for name in entity.identity {
      if let attribute = entity.attribute(named: name) {
        columns.append((SQLText.identifier(attribute.columnName), ColumnCoding(attribute)))
      } else if let rowIDName = entity.rowIDName {
        columns.append((rowIDName, ColumnCoding(.integer)))
      } else {
        throw .unknownProperty(name, of: entity)
      }
    }
  }

  /// The list of columns for SELECT or RETURNING; `nil` if nothing identifies a row.
  var list: String? {
    columns.isEmpty
      ? nil : (columns.map(\.sql) + [rowNumber].compactMap(\.self)).joined(separator: ", ")
  }

  /// The identity in a row of exactly these columns; `nil` where nothing finds the row again.
  func id(_ statement: Statement) -> RecordID? {
    guard !columns.isEmpty else { return nil }
    return RecordID.of(
      columns.indices.map { columns[$0].coding.decodeKey(statement[$0]) },
      rowNumber == nil ? nil : statement.int(columns.count),
      in: entity
    )
  }
}
