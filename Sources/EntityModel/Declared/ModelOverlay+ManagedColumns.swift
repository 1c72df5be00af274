extension ModelOverlay {
  /// Leaves a declared source of keys out where the database has not what it counts with.
  mutating func checkManagedColumns(of slot: inout Slot, in reflected: ReflectedTables) {
    guard hasDatabase, let declaration = slot.declaration, let managed = declaration.managedColumns
    else { return }
    let counter = managed.keyCounter
    let table = TableName(counter.table, in: slot.entity.schemaName)
    let missing =
      Self.missing(managed.names, of: slot.entity.table, slot.entity)
      ?? Self.missing([counter.selector, counter.column], of: table, reflected.entity(of: table))
    guard let missing else { return }
    report(
      "key-source",
      "'\(declaration.name)' cannot have keys of \(managed.manager): \(missing)",
      at: declaration.place,
      suggestion: "leave out its key source, or open a store of \(managed.manager)"
    )
    slot.declaration?.managedColumns = nil
  }

  /// Returns a sentence about a missing table or column; `nil` when all exist.
  private static func missing(
    _ columns: [String],
    of table: TableName,
    _ entity: Entity.Definition?
  ) -> String? {
    guard let entity else { return "the database has no table '\(table)'" }
    let names = Set(entity.attributes.map(\.columnName))
    return columns.first { !names.contains($0) }
      .map { "the table '\(table)' has no column '\($0)'" }
  }
}
