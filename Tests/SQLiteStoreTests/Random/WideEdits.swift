import EntityModel
import EntityStore
import Qualifiers
import SQLite
import SQLiteStore
import TestSupport

/// Edits of all kinds in a ``WideSchema``, by chance; some cannot be done.
struct WideEdits {
  var random: SeededGenerator
  private let schema: WideSchema
  private let entities: [Entity]

  init(seed: UInt64, schema: WideSchema, model: Model) {
    (random, self.schema) = (SeededGenerator(seed: seed), schema)
    // SQLite counts keys in a table of its own.
    entities = model.entities.filter { !$0.definition.isHidden }
  }

  /// The changes of one save; `known` are rows as somebody has read them, perhaps a while ago.
  mutating func changes(_ known: [RecordID: [String: Value]]) -> [Change] {
    var changes: [Change] = []
    var touched: Set<RecordID> = []
    // Values that must be unique go round in circles elsewhere: here a plain order of statements must do.
    var taking: Set<String> = []
    if random.chance(25) { changes = handover(known, &touched, &taking) }
    for token in 1...1 + random.below(4) {
      let entity = entities[random.below(entities.count)]
      let ids = Self.ids(of: entity, known).filter { !touched.contains(self.row($0, of: entity)) }
      guard !ids.isEmpty, random.chance(65) else {
        changes.append(insertion(into: entity, known, token, changes))
        continue
      }
      let id = ids[random.below(ids.count)]
      touched.insert(self.row(id, of: entity))
      let row = known[id] ?? [:]
      if random.chance(30) {
        changes.append(.delete(id, original: random.chance(50) ? row : [:]))
      } else if let update = update(id, entity, row, known, &taking) {
        changes.append(update)
      }
    }
    return changes
  }

  /// A new row that takes what must be unique from one that gives it up only afterwards.
  private mutating func handover(
    _ known: [RecordID: [String: Value]],
    _ touched: inout Set<RecordID>,
    _ taking: inout Set<String>
  ) -> [Change] {
    let tables = entities.filter { $0.definition.kind == .table && !$0.identity.isEmpty }
    let entity = tables[random.below(tables.count)]
    let ids = Self.ids(of: entity, known)
    guard !ids.isEmpty else { return [] }
    let id = ids[random.below(ids.count)]
    let row = known[id] ?? [:]
    let unique = entity.attributes.filter {
      entity.identity.contains($0.name) || isUnique($0, of: entity)
    }
    guard let first = unique.first else { return [] }
    let new = insertion(into: entity, known, 90, [])
    let (name, references, token) = (new.entityName, new.references, new.token)
    var values = new.values
    for attribute in unique { values[attribute.name] = row[attribute.name] ?? .null }
    touched.insert(self.row(id, of: entity))
    taking.insert(table(of: entity))
    let taken = Change.insert(
      entityName: name,
      values: values,
      references: references,
      token: token
    )
    guard random.chance(50) else { return [taken, .delete(id, original: [:])] }
    let other = value(for: first, of: entity)
    return [
      taken,
      .update(id, values: [first.name: other], original: row.filter { $0.key == first.name }),
    ]
  }

  /// A statement of another program: what, with which parameters.
  mutating func statement(
    _ known: [RecordID: [String: Value]]
  ) -> (sql: String, parameters: [SQLiteValue])? {
    let tables = entities.filter { $0.definition.kind == .table && !$0.identity.isEmpty }
    let entity = tables[random.below(tables.count)]
    let ids = Self.ids(of: entity, known)
    guard !ids.isEmpty else { return nil }
    let id = ids[random.below(ids.count)]
    let key = NaiveDatabase.key(id, entity)
    let written = entity.attributes.filter {
      !$0.definition.isGenerated && !entity.identity.contains($0.name)
    }
    guard !written.isEmpty, random.chance(75) else {
      return ("DELETE FROM \(entity.tableName) WHERE \(key.sql)", key.values)
    }
    let attribute = written[random.below(written.count)]
    let value = NaiveDatabase.stored(value(for: attribute, of: entity))
    return (
      "UPDATE \(entity.tableName) SET \(attribute.columnName) = ? WHERE \(key.sql)",
      [value] + key.values
    )
  }

  private static func ids(
    of entity: Entity,
    _ known: [RecordID: [String: Value]]
  ) -> [RecordID] {
    known.keys.filter { $0.entityName == entity.name }.sorted { "\($0.values)" < "\($1.values)" }
  }

  // MARK: Inserts and updates

  private mutating func insertion(
    into entity: Entity,
    _ known: [RecordID: [String: Value]],
    _ token: Int,
    _ earlier: [Change]
  ) -> Change {
    var values: [String: Value] = [:]
    for attribute in entity.attributes where !attribute.definition.isGenerated {
      let isCounted = attribute.definition.isRowNumber && random.chance(60)
      if isCounted || attribute.definition.hasDefault && random.chance(50) { continue }
      values[attribute.name] = value(for: attribute, of: entity)
    }
    var references: [String: Int] = [:]
    for relationship in entity.relationships where !relationship.isToMany {
      refer(by: relationship, known, &values)
      // A new object may belong to another new one.
      for other in earlier
      where other.write == .insert
        && other.entityName == relationship.definition.destinationName
        && relationship.definition.joins.count == 1 && random.chance(60)
      {
        let source = relationship.definition.joins[0].source
        values[source] = nil
        references[source] = other.token
      }
    }
    return .insert(entityName: entity.name, values: values, references: references, token: token)
  }

  private mutating func update(
    _ id: RecordID,
    _ entity: Entity,
    _ row: [String: Value],
    _ known: [RecordID: [String: Value]],
    _ taking: inout Set<String>
  ) -> Change? {
    var values: [String: Value] = [:]
    let isMoved = random.chance(15) && entity.definition.kind == .table
    for attribute in entity.attributes
    where !attribute.definition.isGenerated && attribute.definition.isUpdatable {
      let isKey = entity.identity.contains(attribute.name)
      guard isKey ? isMoved : random.chance(40) else { continue }
      values[attribute.name] = value(for: attribute, of: entity)
    }
    for relationship in entity.relationships where !relationship.isToMany && random.chance(40) {
      refer(by: relationship, known, &values)
    }
    let unique = entity.attributes.filter { values[$0.name] != nil && isUnique($0, of: entity) }
    if !unique.isEmpty, !taking.insert(table(of: entity)).inserted {
      for attribute in unique { values[attribute.name] = nil }
    }
    guard !values.isEmpty else { return nil }
    let original = random.chance(25) ? row : row.filter { values[$0.key] != nil }
    return .update(id, values: values, original: original)
  }

  // MARK: Values

  private func table(of entity: Entity) -> String {
    schema.viewed[entity.tableName] ?? entity.tableName
  }

  /// The row of a table, by whichever view it is seen.
  private func row(_ id: RecordID, of entity: Entity) -> RecordID {
    RecordID(entityName: table(of: entity), values: id.values)
  }

  private func isUnique(_ attribute: Attribute, of entity: Entity) -> Bool {
    schema.uniqueColumns.contains("\(table(of: entity)).\(attribute.columnName)")
  }

  /// Mostly a row that is known, sometimes nobody or somebody who is not there.
  private mutating func refer(
    by relationship: Relationship,
    _ known: [RecordID: [String: Value]],
    _ values: inout [String: Value]
  ) {
    guard let target = relationship.destination else { return }
    let ids = Self.ids(of: target, known)
    let isNobody = ids.isEmpty || random.chance(20)
    let key = isNobody ? nil : ids[random.below(ids.count)]
    let isMissing = isNobody && random.chance(15)
    for join in relationship.definition.joins {
      guard let key, let position = target.identity.firstIndex(of: join.destination) else {
        let isText = target.attribute(named: join.destination)?.type == .string
        values[join.source] = isMissing ? isText ? .string("gone") : .int(98_765) : .null
        continue
      }
      values[join.source] = key.values[position]
    }
  }

  private mutating func value(for attribute: Attribute, of entity: Entity) -> Value {
    let isKey = entity.identity.contains(attribute.name)
    if !isKey, random.chance(8) { return .null }
    // Few keys and codes, so that some are taken.
    let limit = isKey ? 40 : isUnique(attribute, of: entity) ? 12 : 1_000
    let number = random.below(limit)
    let isFew = limit < 100
    switch attribute.definition.declaredType {
    case "INTEGER": return .int(Int64(number))
    case "REAL": return .double(Double(number) + 0.5)
    case "BLOB": return .data(isFew ? [UInt8(number)] : (0..<number % 8).map { UInt8($0 + 7) })
    default:
      if isFew { return .string((random.chance(80) ? "k" : "K") + "\(number)") }
      return .string(["", "a", "Zoë", "it's", "%_", "x1", "a long one", "C"][number % 8])
    }
  }
}
