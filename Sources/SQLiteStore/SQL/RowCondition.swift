import EntityModel
import EntityStore
import Qualifiers
import SQLite

/// The condition that picks exactly the row with an identity.
enum RowCondition {
  /// The alias is that of the table in the statement; `nil` when it has none, as in an UPDATE.
  static func sql(_ id: RecordID, entity: Entity, alias: String?) throws(StoreError) -> SQLFragment
  {
    guard !entity.identity.isEmpty, entity.identity.count == id.values.count || id.rowNumber != nil
    else {
      throw .unsupported("\(entity.name) has no key by which a row could be found.")
    }
    let table = SelectScope.Table(
      entity: entity,
      alias: alias ?? SQLText.identifier(entity.tableName),
      isOptional: false
    )
    if let number = id.rowNumber {
      guard let rowID = table.rowID else { throw .notFound(id) }
      return SQLFragment(rowID + " = ?", [.int(number)])
    }
    var parts: [SQLFragment] = []
    for (name, value) in zip(entity.identity, id.values) {
      guard let column = table.column(name) else { throw .unknownProperty(name, of: entity) }
      let stored = try column.coding.encode(value)
      parts.append(
        stored == .null
          ? SQLFragment(column.sql + " IS NULL") : SQLFragment(column.sql + " = ?", [stored])
      )
    }
    return .joined(parts, " AND ")
  }
}
