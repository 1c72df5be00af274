package import EntityModel
package import EntityStore
package import Qualifiers

// What adaptors of tests say where they know nothing of a matter.
extension Adaptor {
  /// Nothing is known of indexes.
  package func isIndexed(_ specification: FetchSpecification) -> Bool { false }

  /// Rows are inserted one by one.
  package static func packer(
    _ entity: Entity,
    attributes: [String],
    columns: [String],
    constants: [Value?]
  ) -> (any InsertionPacker)? { nil }

  /// Rows are grouped by the store.
  package func groups(
    _ specification: FetchSpecification,
    _ body: @escaping ([Group]) -> Bool
  ) throws(StoreError) {
    throw .unsupported("This database groups no rows.")
  }

  /// Nothing is known of rows by records.
  package func isDone(_ record: SaveRecord) throws(StoreError) -> Bool? { nil }

  /// Nothing is known that saves the rest.
  package static var rescueAdvice: String? { nil }

  /// Every default is computed.
  package static func defaultValue(of attribute: Attribute, in entity: Entity) -> Value? { nil }

  /// Everything can be written.
  package var readOnlyReason: String? { nil }

  /// One by one.
  package func insert(_ rows: any PackedRows) throws(InsertionFault) -> [RecordID] {
    try insert(rows.unpacked)
  }

  /// Nothing in it is code.
  package var trustReason: String? { nil }

  /// No other program changes them.
  package func tablesHaveChanged() throws(StoreError) -> Bool { false }

  /// Nothing tells.
  package func estimatedCount(of entityName: String) throws(StoreError) -> Int? { nil }

  /// Returns false: without a database there are no triggers.
  package func hasTriggers(_ table: TableName, on writes: Set<Entity.Write>) -> Bool { false }
  package func triggersReach(
    _ other: TableName,
    from table: TableName,
    on writes: Set<Entity.Write>
  ) -> Bool { false }

  /// Without statistics nothing is found.
  package func survey(_ entity: Entity) { entity.findings.set([:]) }
}
