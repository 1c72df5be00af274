import EntityModel
import EntityStore
import Qualifiers

/// One save on a copy of the rows; the copy takes their place when all of it can be done.
struct MemoryTransaction: DeferringTransaction {
  private(set) var tables: MemoryTables
  var result = SaveResult(inserted: [:], changedIDs: [:])
  private(set) var deletions: [Change] = []
  /// Changes that want a key which another row still has, and inserts that refer to those.
  var postponed: [Change] = []
  var aside: [RecordID: Set<String>] = [:]
  var stepCount = 0
  var taken: Set<RecordID> = []
  /// The greatest whole key of each table, as long as rows are only inserted.
  private var lastKeys: [TableName: Int64] = [:]
  var model: Model { tables.model }

  /// A copy of the rows outlives any error.
  var isAlive: Bool { true }

  init(_ tables: MemoryTables) { self.tables = tables }

  /// Writes an insert or update; deletions, and what wants a key that they may give up, wait for ``finish()``.
  mutating func apply(_ change: Change) throws(StoreError) { _ = try postponing(change) }

  mutating func write(_ change: Change) throws(StoreError) {
    let entity = try entity(change.entityName, change.write)
    switch change.write {
    case .insert: try insert(entity, change.values, change.references, change.token)
    case .update: try update(change, entity)
    case .delete: deletions.append(change)
    }
  }

  private func entity(_ name: String, _ write: Entity.Write) throws(StoreError) -> Entity {
    guard let entity = tables.model.entity(named: name) else {
      throw .unsupported("\(tables.model.name) has no entity '\(name)'.")
    }
    if let reason = entity.refusal(of: write) {
      throw .refused("\(name) cannot be changed: \(reason).")
    }
    return entity
  }

  private mutating func insert(
    _ entity: Entity,
    _ values: [String: Value],
    _ references: [String: Int],
    _ token: Int
  ) throws(StoreError) {
    var row: MemoryTables.Row = [:]
    for (name, value) in try entity.marked(values) {
      guard let attribute = entity.attribute(named: name) else {
        throw .unknownProperty(name, of: entity)
      }
      row[attribute.columnName] = value
    }
    try take(references, for: entity, &row)
    let key = entity.identity.map(entity.column)
    if entity.identity.count == 1, row[key[0]]?.isNull != false,
      entity.definition.identityIsRowNumber
        || entity.attribute(named: entity.identity[0])?.definition.isRowNumber == true
    {
      row[key[0]] = .int(nextKey(of: entity))
    }
    let id = RecordID(entityName: entity.name, values: key.map { row[$0] ?? .null })
    guard tables[id] == nil else {
      throw .uniqueViolated(entityName: entity.name, attributes: entity.identity)
    }
    try checkUnique(row, of: entity, besides: nil)
    tables[id] = row
    result.inserted[token] = id
    let table = entity.definition.table
    if let key = id.integerKey, let last = lastKeys[table] { lastKeys[table] = max(last, key) }
  }

  /// Gives columns the keys of rows inserted before.
  private func take(
    _ references: [String: Int],
    for entity: Entity,
    _ row: inout MemoryTables.Row
  ) throws(StoreError) {
    for (attribute, token) in references {
      guard let id = result.inserted[token] else {
        throw .unsupported(
          "\(entity.name).\(attribute) refers to a new object that is not yet inserted."
        )
      }
      let join = entity.toOnes(writtenBy: [attribute]).flatMap(\.definition.joins)
        .first { $0.source == attribute }
      let target = tables.model.entity(named: id.entityName)
      row[entity.column(attribute)] =
        join.flatMap { join in target.flatMap { tables[id]?[$0.column(join.destination)] } }
        ?? id.values[0]
    }
  }

  private mutating func nextKey(of entity: Entity) -> Int64 {
    let table = entity.definition.table
    let last = lastKeys[table] ?? tables.all(of: entity).compactMap(\.id.integerKey).max() ?? 0
    lastKeys[table] = last
    if last < .max { return last + 1 }
    // There is no greater key, but some other is free.
    var key = last
    while tables[RecordID(entityName: entity.name, values: [.int(key)])] != nil { key -= 1 }
    return key
  }

  private mutating func update(_ change: Change, _ entity: Entity) throws(StoreError) {
    let id = change.id
    try check(change)
    guard var row = tables[id] else { throw .notFound(id) }
    try take(change.references, for: entity, &row)
    for (name, value) in change.values {
      guard let attribute = entity.attribute(named: name) else {
        throw .unknownProperty(name, of: entity)
      }
      row[attribute.columnName] = value
    }
    try checkUnique(row, of: entity, besides: id)
    let newID = RecordID(
      entityName: entity.name,
      values: entity.identity.map { row[entity.column($0)] ?? .null }
    )
    if newID != id {
      lastKeys = [:]
      guard tables[newID] == nil else {
        throw .uniqueViolated(entityName: entity.name, attributes: entity.identity)
      }
      tables[id] = nil
      result.changedIDs[id] = newID
    }
    tables[newID] = row
  }

  mutating func writePlaceholderKeys(
    _ change: Change,
    givingUp names: Set<String>,
    wanted: [String: Set<Value>]
  ) throws(StoreError) -> Bool {
    try check(change)
    let id = change.id
    guard let entity = tables.model.entity(named: id.entityName) else { throw .notFound(id) }
    for name in names { tables[id]?[entity.column(name)] = .null }
    return true
  }

  /// No other row has one of the unique values.
  private func checkUnique(
    _ row: MemoryTables.Row,
    of entity: Entity,
    besides id: RecordID?
  ) throws(StoreError) {
    for attribute in entity.attributes where attribute.definition.isUnique {
      let column = attribute.columnName
      guard let value = row[column], !value.isNull,
        tables.all(of: entity).contains(where: { $0.id != id && $0.row[column] == value })
      else { continue }
      throw .uniqueViolated(entityName: entity.name, attributes: [attribute.name])
    }
  }

  func check(_ change: Change) throws(StoreError) {
    let id = change.id
    guard let row = tables[id], let entity = tables.model.entity(named: id.entityName) else {
      throw .notFound(id)
    }
    let isSame = change.original.allSatisfy { (row[entity.column($0)] ?? .null) == $1 }
    guard isSame else { throw .changedByOther(id) }
  }

  // MARK: The end

  /// Deletes, then looks whether keys, values and references are as the model says.
  mutating func finish() throws(StoreError) {
    try checkDeletions()
    for deletion in deletions { try check(deletion) }
    let order = DeletionOrder(model: model)
    let sorted = deletions.map(\.id).sorted {
      order.rank($0.entityName) < order.rank($1.entityName)
    }
    for id in sorted where tables[id] != nil { try delete(id) }
    try applyPostponed()
    for entity in tables.model.entities { try checkRows(of: entity) }
  }

  /// Deletes a row, and does to those at the other ends what the model says.
  private mutating func delete(_ id: RecordID) throws(StoreError) {
    guard let row = tables[id], let entity = tables.model.entity(named: id.entityName) else {
      return
    }
    let object = MemoryObject(entity, id, row, tables, [:])
    lastKeys = [:]
    tables[id] = nil
    for relationship in entity.relationships where relationship.definition.path.isEmpty {
      let definition = relationship.definition
      // The other end of a to-one relationship is only felt where the model says so.
      guard definition.isToMany || definition.isDeleteRuleDeclared, !definition.joins.isEmpty else {
        continue
      }
      let others = object.related(by: relationship).map(\.id).filter { tables[$0] != nil }
      try carryOut(relationship, from: id, at: others)
    }
  }

  private mutating func carryOut(
    _ relationship: Relationship,
    from id: RecordID,
    at others: [RecordID]
  ) throws(StoreError) {
    let definition = relationship.definition
    switch definition.deleteRule {
    case .cascade: for other in others { try delete(other) }
    case .nullify:
      guard let destination = relationship.destination else { return }
      let names = definition.joins.map(\.destination)
      // Where this end has the reference, it goes with the object.
      guard definition.isToMany || !names.allSatisfy(destination.identity.contains) else { return }
      for other in others {
        for name in names { tables[other]?[destination.column(name)] = .null }
      }
    case .deny where definition.isDeleteRuleDeclared && !others.isEmpty:
      throw .refused(
        "\(id.entityName) cannot be deleted while \(relationship.displayName.lowercased()) refer to it"
          + " (the model denies it)"
      )
    case .noAction, .deny, .setDefault: break
    }
  }

  // MARK: The way back

  /// Writes rows as they were before a save, as long as each is as the save has left it.
  mutating func revert(_ record: SaveRecord) throws(StoreError) {
    let now = Set(record.rows.compactMap { $0.after?.id })
    for row in record.rows {
      if let after = row.after {
        guard let id = after.id, tables[id] == after.columns else { throw .changedByOther(row.id) }
      } else if !now.contains(row.id), tables[row.id] != nil {
        throw .changedByOther(row.id)
      }
    }
    for row in record.rows { if let id = row.after?.id { tables[id] = nil } }
    for row in record.rows { if let id = row.before?.id { tables[id] = row.before?.columns } }
    for row in record.rows {
      guard let before = row.before, let id = before.id else { continue }
      try checkUnique(before.columns, of: before.entity, besides: id)
    }
    for entity in tables.model.entities { try checkRows(of: entity) }
  }

  /// Looks at the rows of one entity: values that are missing, references that lead nowhere.
  private func checkRows(of entity: Entity) throws(StoreError) {
    let objects = tables.objects(of: entity, [:])
    for attribute in entity.attributes
    where attribute.definition.derivation == nil && !attribute.definition.isNullable {
      if objects.contains(where: { $0.row[attribute.columnName]?.isNull != false }) {
        throw .nullViolated(entityName: entity.name, attribute: attribute.name)
      }
    }
    for relationship in entity.relationships where isEnforced(relationship, of: entity) {
      guard let destination = relationship.destination else { continue }
      let joins = relationship.definition.joins
      let targets = tables.all(of: destination).map(\.row)
      let columns = joins.map { destination.column($0.destination) }
      let keys = Set(targets.map { row in columns.map { row[$0] ?? .null } })
      for object in objects {
        let key = joins.map { object.value(forKey: $0.source) ?? .null }
        guard !key.contains(where: \.isNull), !keys.contains(key) else { continue }
        throw .referenceViolated(
          "\(entity.name).\(relationship.name) refers to \(destination.name)"
            + " \(key.map(\.description).joined(separator: ", ")), which does not exist."
        )
      }
    }
  }

  /// Whether a reference has to lead somewhere: not where the names of columns alone suggest it, or where a model has a
  /// delete rule because the database has none.
  private func isEnforced(_ relationship: Relationship, of entity: Entity) -> Bool {
    let definition = relationship.definition
    guard !definition.isToMany, definition.path.isEmpty, !definition.isInferred else {
      return false
    }
    let back = Set(definition.joins.map { [$0.destination, $0.source] })
    return relationship.destination?.relationships.contains { other in
      other.definition.isDeleteRuleDeclared
        && tables.model.entity(named: other.definition.destinationName)?.tableName
          == entity.tableName
        && Set(other.definition.joins.map { [$0.source, $0.destination] }) == back
    } != true
  }
}
