package import EntityModel
package import Qualifiers

/// The databases that Core Data makes.
package struct CoreDataConvention: SchemaConvention {
  /// The convention.
  package init() {}

  package func request(for schema: Schema) -> Schema.RowRequest? {
    let table = ManagedColumns.coreDataCounters
    guard schema.tables.contains(where: { $0.name == table && $0.kind != .view }) else {
      return nil
    }
    return Schema.RowRequest(
      tableName: table,
      columns: [.text("Z_NAME"), .integer("Z_ENT"), .integer("Z_SUPER")]
    )
  }

  package func complete(_ schema: inout Schema, with rows: [[Value]]) {
    let entities = rows.compactMap { row -> ListedEntity? in
      guard case .string(let name) = row[0], case .int(let number) = row[1],
        case .int(let parent) = row[2]
      else { return nil }
      return ListedEntity(name: name, number: number, parentNumber: parent)
    }
    CoreDataStore(entities).complete(&schema)
  }
}
