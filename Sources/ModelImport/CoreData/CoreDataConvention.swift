package import EntityModel
package import Qualifiers

/// The naming convention of SQLite stores written by Core Data, used to complete a reflected schema.
///
/// Reads the entity numbers in the store's own tables and adds what the database catalogue omits.
package struct CoreDataConvention: SchemaConvention {
  /// The convention.
  package init() {}

  package func requests(for schema: Schema) -> [Schema.RowRequest] {
    let table = ManagedColumns.coreDataCounters
    guard schema.tables.contains(where: { $0.name == table && $0.kind != .view }) else { return [] }
    return [
      Schema.RowRequest(
        tableName: table,
        columns: [.text("Z_NAME"), .integer("Z_ENT"), .integer("Z_SUPER")]
      ), .indexNames,
    ]
  }

  package func complete(_ schema: inout Schema, with rows: [[[Value]]]) {
    let entities = rows[0].compactMap { row -> ListedEntity? in
      guard case .string(let name) = row[0], case .int(let number) = row[1],
        case .int(let parent) = row[2]
      else { return nil }
      return ListedEntity(name: name, number: number, parentNumber: parent)
    }
    let indexes = rows[1].compactMap { row -> String? in
      if case .string(let name) = row[0] { name } else { nil }
    }
    CoreDataStore(entities, indexes: indexes).complete(&schema)
  }
}
