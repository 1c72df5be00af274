import EntityModel
import EntityStore
import Qualifiers
import SQL
import SQLite

extension SaveTransaction {
  mutating func insert(_ change: Change, of entity: Entity) throws(StoreError) {
    var values = change.values
    try take(change.references, for: entity, &values)
    values = try NewRowDefaults(adaptor: adaptor, entity: entity, forms: forms).completed(values)
    let stored = try entity.stored(values)
    let columns = stored.map(\.column).joined(separator: ", ")
    let marks = Array(repeating: "?", count: stored.count).joined(separator: ", ")
    let insert = SQLFragment(
      "INSERT\(adaptor.conflictClause(of: entity)) INTO \(entity.sqlName)"
        + (stored.isEmpty ? " DEFAULT VALUES" : "(\(columns)) VALUES (\(marks))"),
      stored.map(\.value)
    )
    let search =
      entity.definition.kind == .view && result.inserted.count < ViewInsertLookup.searchLimit
      ? try ViewInsertLookup(stored.map { ($0.column, $0.value) }, of: entity, in: adaptor) : nil
    result.inserted[change.token] = try identity(afterInserting: insert, entity, search)
  }

  private func identity(
    afterInserting insert: SQLFragment,
    _ entity: Entity,
    _ search: ViewInsertLookup?
  ) throws(StoreError) -> RecordID {
    let unknown = RecordID(entityName: entity.name, values: [])
    guard let rowID = entity.rowIDName else {
      // Without a rowid only the statement itself can say which row it made.
      let columns = try IdentityColumns(of: entity)
      var ids: [RecordID?] = []
      let touched = try rowWriter.run(insert, of: entity, returning: columns.list ?? "1") {
        ids.append(columns.id($0))
      }
      guard touched > 0 else { throw .kept(entity) }
      guard touched == 1 else { throw .notExactlyOne(unknown, touched: touched) }
      // A trigger of a view may make the key, and does not tell.
      if let id = ids.first?.flatMap(\.self) { return id }
      return try search?.id() ?? unknown
    }
    let touched = try adaptor.write(insert)
    guard touched > 0 else { throw .kept(entity) }
    guard touched == 1 else { throw .notExactlyOne(unknown, touched: touched) }
    let row = adaptor.connection.lastInsertRowID
    if entity.definition.identityIsRowNumber || entity.identityAliasesRowID {
      return RecordID(entityName: entity.name, values: [.int(row)])
    }
    guard !entity.identity.isEmpty else { return unknown }
    // Defaults, affinities and triggers may have changed what was given.
    let columns = try IdentityColumns(of: entity)
    var id: RecordID?
    let select = "SELECT \(columns.list ?? "1") FROM \(entity.sqlName) WHERE \(rowID) = ?"
    try adaptor.rows(SQLFragment(select, [.int(row)])) { id = columns.id($0) }
    guard id == nil, restrictions[entity.name] != nil else { return id ?? unknown }
    throw .refused(
      "\(entity: entity) cannot be created: a trigger changes its key or deletes it, "
        + "so your permission cannot be checked"
    )
  }

  /// Gives attributes the keys of rows inserted before.
  func take(
    _ references: [String: Int],
    for entity: Entity,
    _ values: inout [String: Value]
  ) throws(StoreError) {
    for (attribute, token) in references {
      values[attribute] = try key(for: attribute, of: entity, token: token)
    }
  }

  /// The value that an attribute takes from a row inserted before.
  private func key(
    for attribute: String,
    of entity: Entity,
    token: Int
  ) throws(StoreError) -> Value {
    guard let id = id(ofInserted: token) else {
      throw .unsupported(
        "\(entity: entity).\(property: attribute, of: entity) refers to a new object that is not yet inserted."
      )
    }
    let target = try adaptor.entity(id.entityName)
    let join = entity.relationships
      .filter { !$0.isToMany && $0.definition.destinationName == target.name }
      .flatMap(\.definition.joins)
      .first { $0.source == attribute }
    let name = join?.destination ?? (target.identity.count == 1 ? target.identity[0] : nil)
    guard !id.values.isEmpty else {
      throw .refused(
        "\(entity: entity).\(property: attribute, of: entity) cannot refer to a new \(entity: target) in the same save: the database makes its key;"
          + " save that first"
      )
    }
    if let name, let position = target.identity.firstIndex(of: name) { return id.values[position] }
    guard let name,
      let value = try adaptor.record(id, paths: [PropertyPath(components: [name])])?.values.first
    else {
      throw .unsupported(
        "\(entity: entity).\(property: attribute, of: entity) does not refer to a key of \(entity: target)."
      )
    }
    return value
  }
}
