package import EntityModel
package import EntityStore
import Formatting
import Qualifiers

/// A namespace for the SQL condition that picks exactly the row with a given identity.
package enum IdentityCondition {
  /// The alias is that of the table in the statement; `nil` when it has none, as in an UPDATE.
  package static func sql(
    _ id: RecordID,
    entity: Entity,
    alias: String?,
    in dialect: any SQLDialect
  ) throws(StoreError) -> SQLFragment {
    guard !entity.identity.isEmpty, entity.identity.count == id.values.count || id.rowNumber != nil
    else {
      throw .unsupported("\(entity: entity) has no key that identifies a row.")
    }
    let table = SelectScope.Table(
      entity: entity,
      alias: alias ?? dialect.identifier(entity.tableName),
      isOptional: false,
      dialect: dialect
    )
    if let number = id.rowNumber {
      guard let column = table.number else { throw .notFound(id) }
      return SQLFragment(column + " = ?", [.int(number)])
    }
    var parts: [SQLFragment] = []
    for (name, value) in zip(entity.identity, id.values) {
      guard let column = table.column(name) else { throw .unknownProperty(name, of: entity) }
      let stored = try column.coding.ofKeys.encode(value)
      parts.append(
        stored.isNull
          ? SQLFragment(column.sql + " IS NULL") : SQLFragment(column.sql + " = ?", [stored])
      )
    }
    return .joined(parts, " AND ")
  }
}
