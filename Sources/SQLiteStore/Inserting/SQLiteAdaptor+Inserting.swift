import EntityModel
import EntityStore
import Qualifiers
import SQLite

extension SQLiteAdaptor {
  static func packer(
    _ entity: Entity,
    attributes: [String],
    columns: [String],
    constants: [Value?]
  ) -> (any InsertionPacker)? {
    ColumnPacker(entity, attributes: attributes, columns: columns, constants: constants)
  }

  func beginInserting(_ plan: InsertionPlan) throws(StoreError) {
    guard insertion == nil else { throw .busy }
    let rows = try RowInsertion(plan, adaptor: self)
    try beginWriting(to: [try entity(plan.entityName).schemaName])
    insertion = rows
    // Rows may refer to later ones of the same table; all other references lead to rows that are there already, so that
    // SQLite says at once which one does not.
    guard rows.refersToItself else { return }
    do throws(StoreError) { try deferReferences() } catch {
      abandonInserting()
      throw error
    }
  }

  func insert(_ rows: [[Value?]]) throws(InsertionFault) -> [RecordID] {
    guard let insertion else { throw .notBegun }
    return try insertion.insert(rows)
  }

  func insert(_ rows: any PackedRows) throws(InsertionFault) -> [RecordID] {
    guard let insertion else { throw .notBegun }
    guard let rows = rows as? EncodedColumnRows else { return try insertion.insert(rows.unpacked) }
    return try insertion.insert(rows)
  }

  func update(_ change: Change) throws(InsertionFault) {
    guard let insertion else { throw .notBegun }
    try insertion.update(change)
  }

  func endInserting(isTrial: Bool) throws(InsertionFault) {
    guard let insertion else { throw .notBegun }
    // Also after a fault: nothing of the rows is left then.
    defer { abandonInserting() }
    try insertion.checkReach()
    let isReferenceBroken: Bool
    do throws(StoreError) {
      isReferenceBroken = try commitFindsBrokenReference(isTrial: isTrial)
    } catch {
      throw InsertionFault(row: nil, error: error)
    }
    if isReferenceBroken { throw insertion.brokenReferences() }
  }

  func abandonInserting() {
    guard insertion != nil else { return }
    insertion?.endStatements()
    insertion = nil
    connection.rollBack()
  }
}
