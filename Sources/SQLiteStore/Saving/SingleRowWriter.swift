import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import SQLite

/// A runner of the statements of a save that fails unless each changes exactly the intended row.
struct SingleRowWriter {
  let adaptor: SQLiteAdaptor

  /// Runs an UPDATE or DELETE on the row with an identity, if it is still as it was read.
  func touchOne(
    _ statement: SQLFragment,
    writing row: Change,
    of entity: Entity,
    returning names: String? = nil,
    _ body: (Statement) -> Void = { _ in }
  ) throws(StoreError) {
    let condition = try adaptor.isRow(row.id, of: entity)
    try checkTriggerFindsOne(condition, row.id, of: entity)
    let unguarded = statement + " WHERE " + condition
    let guarded = try unguarded + sameness(row, of: entity)
    var touched = try run(guarded, of: entity, returning: names, body)
    if touched == 0 {
      try check(row)
      if !row.original.isEmpty {
        touched = try run(unguarded, of: entity, returning: names, body)
      }
      guard touched > 0 else { throw .kept(entity) }
    }
    guard touched == 1 else { throw .notExactlyOne(row.id, touched: touched) }
  }

  /// Returns the extra conditions by which a statement finds a row only if its original values are unchanged.
  func sameness(_ row: Change, of entity: Entity) throws(StoreError) -> SQLFragment {
    var sql = SQLFragment("")
    for (column, assigned, value) in try entity.stored(row.original) {
      sql += SQLFragment(" AND \(column) COLLATE BINARY IS \(assigned)", [value])
    }
    return sql
  }

  /// A row that was not found as it was read is gone, changed, or stored in a way that the value read does not tell: then
  /// what would be read decides.
  func check(_ row: Change) throws(StoreError) {
    guard let found = try adaptor.values(of: row.id, row.original.keys.sorted()) else {
      throw .notFound(row.id)
    }
    guard found == row.original else { throw .changedByOther(row.id) }
    for (name, value) in row.values { try value.checkText(inPlaceOf: row.original[name], name) }
  }

  /// The triggers of a view go by its key alone, whatever else the statement asks for, and nothing makes that key unique.
  private func checkTriggerFindsOne(
    _ condition: SQLFragment,
    _ id: RecordID,
    of entity: Entity
  ) throws(StoreError) {
    guard entity.definition.kind == .view else { return }
    var count = 0
    try adaptor.rows(SQLFragment("SELECT count(*) FROM \(entity.sqlName) WHERE ") + condition) {
      count = Int($0.int(0))
    }
    guard count <= 1 else { throw .notExactlyOne(id, touched: count) }
  }

  /// Runs a statement that writes.
  /// - Returns: how many rows it touched; none where the triggers of a view did nothing instead.
  func run(
    _ statement: SQLFragment,
    of entity: Entity,
    returning names: String?,
    _ body: (Statement) -> Void
  ) throws(StoreError) -> Int {
    // What triggers do instead is not counted, but the rows that they are called for are returned.
    let isView = entity.definition.kind == .view
    guard let names = names ?? (isView ? "1" : nil) else { return try adaptor.write(statement) }
    let before = adaptor.connection.totalChanges
    var count = 0
    try adaptor.rows(statement + " RETURNING \(names)") {
      count += 1
      body($0)
    }
    return isView && adaptor.connection.totalChanges == before ? 0 : count
  }
}

extension StoreError {
  /// SQLite did nothing and said nothing: `RAISE(IGNORE)` in a trigger, or `ON CONFLICT IGNORE` in the table.
  static func kept(_ entity: Entity) -> Self {
    .refused(
      "\(entity: entity): a trigger or conflict clause ignored the change; nothing was written"
    )
  }
}

extension Entity {
  /// Columns, what they become, and what they store for values by attribute name, in the order of the columns.
  func stored(
    _ values: [String: Value]
  ) throws(StoreError) -> [(column: String, assigned: String, value: Value)] {
    var left = values
    var result: [(column: String, assigned: String, value: Value)] = []
    for attribute in attributes {
      guard let value = left.removeValue(forKey: attribute.name) else { continue }
      let (coding, column) = (ColumnCoding(attribute), SQLText.identifier(attribute.columnName))
      result.append((column, coding.assigned(to: column), try coding.encode(value)))
    }
    if let unknown = left.keys.sorted().first { throw .unknownProperty(unknown, of: self) }
    return result
  }
}
