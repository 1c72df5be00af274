import EntityModel
import Qualifiers

/// One save on a copy of the rows; the copy takes their place when all of it can be done.
struct MemoryTransaction: PostponingTransaction {
  private(set) var tables: MemoryTables
  var result = SaveResult(inserted: [:], changedIDs: [:])
  private(set) var deletions: [(id: RecordID, original: [String: Value])] = []
  /// Changes that want a key which another row still has, and inserts that refer to those.
  var postponed: [Change] = []
  var aside: [RecordID: Set<String>] = [:]
  var stepCount = 0
  var model: Model { tables.model }

  /// A copy of the rows outlives any error.
  var isAlive: Bool { true }

  init(_ tables: MemoryTables) { self.tables = tables }

  /// Writes an insert or update; deletions, and what wants a key that they may give up, wait for ``finish()``.
  mutating func apply(_ change: Change) throws(StoreError) { _ = try postponing(change) }

  mutating func write(_ change: Change) throws(StoreError) {
    switch change {
    case .insert(let name, let values, let references, let token):
      try insert(try entity(name), values, references, token)
    case .update(let id, let values, let original):
      try update(id, try entity(id.entityName), values, original)
    case .delete(let id, let original):
      _ = try entity(id.entityName)
      deletions.append((id, original))
    }
  }

  private func entity(_ name: String) throws(StoreError) -> Entity {
    guard let entity = tables.model.entity(named: name) else {
      throw .unsupported("\(tables.model.name) has no entity '\(name)'.")
    }
    if let reason = entity.readOnlyReason {
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
    for attribute in entity.attributes { row[attribute.name] = values[attribute.name] ?? .null }
    for (attribute, token) in references {
      guard let id = result.inserted[token] else {
        throw .unsupported(
          "\(entity.name).\(attribute) refers to a new object that is not inserted before it."
        )
      }
      let join = entity.toOnes(writtenBy: [attribute]).flatMap(\.definition.joins)
        .first { $0.source == attribute }
      row[attribute] = join.flatMap { tables[id]?[$0.destination] } ?? id.values[0]
    }
    if entity.identity.count == 1, row[entity.identity[0]]?.isNull != false,
      entity.definition.identityIsRowID
        || entity.attribute(named: entity.identity[0])?.definition.isRowIDAlias == true
    {
      row[entity.identity[0]] = .int(nextKey(of: entity))
    }
    let id = RecordID(entityName: entity.name, values: entity.identity.map { row[$0] ?? .null })
    guard tables[id] == nil else {
      throw .uniqueViolated(entityName: entity.name, attributes: entity.identity)
    }
    try checkUnique(row, of: entity, besides: nil)
    tables[id] = row
    result.inserted[token] = id
  }

  private func nextKey(of entity: Entity) -> Int64 {
    let keys = (tables.rows[entity.name] ?? [:]).keys.compactMap(\.integerKey)
    return (keys.max() ?? 0) + 1
  }

  private mutating func update(
    _ id: RecordID,
    _ entity: Entity,
    _ values: [String: Value],
    _ original: [String: Value]
  ) throws(StoreError) {
    try check(id, original)
    guard var row = tables[id] else { throw .notFound(id) }
    for (name, value) in values {
      guard entity.attribute(named: name) != nil else { throw .unknownProperty(name, of: entity) }
      row[name] = value
    }
    try checkUnique(row, of: entity, besides: id)
    let newID = RecordID(
      entityName: entity.name,
      values: entity.identity.map { row[$0] ?? .null }
    )
    if newID != id {
      guard tables[newID] == nil else {
        throw .uniqueViolated(entityName: entity.name, attributes: entity.identity)
      }
      tables[id] = nil
      result.changedIDs[id] = newID
    }
    tables[newID] = row
  }

  mutating func stepAside(
    _ id: RecordID,
    givingUp names: Set<String>,
    wanted: [String: Set<Value>],
    original: [String: Value]
  ) throws(StoreError) -> Bool {
    try check(id, original)
    for name in names { tables[id]?[name] = .null }
    return true
  }

  /// No other row has one of the unique values.
  private func checkUnique(
    _ row: MemoryTables.Row,
    of entity: Entity,
    besides id: RecordID?
  ) throws(StoreError) {
    let others = (tables.rows[entity.name] ?? [:]).filter { $0.key != id }.values
    for attribute in entity.attributes where attribute.definition.isUnique {
      guard let value = row[attribute.name], !value.isNull,
        others.contains(where: { $0[attribute.name] == value })
      else { continue }
      throw .uniqueViolated(entityName: entity.name, attributes: [attribute.name])
    }
  }

  func check(_ id: RecordID, _ original: [String: Value]) throws(StoreError) {
    guard let row = tables[id] else { throw .notFound(id) }
    let isSame = original.allSatisfy { (row[$0] ?? .null) == $1 }
    guard isSame else { throw .changedByOther(id) }
  }

  // MARK: The end

  /// Deletes, then looks whether keys, values and references are as the model says.
  mutating func finish() throws(StoreError) {
    for (id, original) in deletions { try check(id, original) }
    for (id, _) in deletions where tables[id] != nil { try delete(id) }
    try applyPostponed()
    for entity in tables.model.entities { try checkRows(of: entity) }
  }

  /// Deletes a row, and does to those that refer to it what the model says.
  private mutating func delete(_ id: RecordID) throws(StoreError) {
    guard let row = tables[id], let entity = tables.model.entity(named: id.entityName) else {
      return
    }
    tables[id] = nil
    for relationship in entity.relationships
    where relationship.isToMany && relationship.definition.throughName == nil {
      let joins = relationship.definition.joins
      let referring = (tables.rows[relationship.definition.destinationName] ?? [:])
        .filter { _, other in
          joins.allSatisfy { join in
            (other[join.destination] ?? .null).compare(row[join.source] ?? .null) == .equal
          }
        }
      for (other, var values) in referring {
        switch relationship.definition.deleteRule {
        case .cascade: try delete(other)
        case .nullify:
          for join in joins { values[join.destination] = .null }
          tables[other] = values
        case .noAction, .deny, .setDefault: break
        }
      }
    }
  }

  private func checkRows(of entity: Entity) throws(StoreError) {
    let rows = tables.rows[entity.name] ?? [:]
    for attribute in entity.attributes {
      let values = rows.values.map { $0[attribute.name] ?? .null }
      if !attribute.isNullable, values.contains(where: \.isNull) {
        throw .nullViolated(entityName: entity.name, attribute: attribute.name)
      }
    }
    for relationship in entity.relationships
    where !relationship.isToMany && !relationship.definition.isInferred {
      let joins = relationship.definition.joins
      let targets = tables.rows[relationship.definition.destinationName] ?? [:]
      let keys = Set(targets.values.map { row in joins.map { row[$0.destination] ?? .null } })
      for row in rows.values {
        let key = joins.map { row[$0.source] ?? .null }
        guard !key.contains(where: \.isNull), !keys.contains(key) else { continue }
        throw .referenceViolated(
          "\(entity.name).\(relationship.name) refers to \(relationship.definition.destinationName)"
            + " \(key.map(\.description).joined(separator: ", ")), which does not exist."
        )
      }
    }
  }
}
