import EntityModel
import EntityStore
import FoundationEssentials
import Qualifiers
import SQLiteStore
import TestSupport

/// Schemas and edits of all kinds, by chance.
struct RandomDatabase {
  var random: SeededGenerator
  private(set) var script = ""

  private static let types = [
    "TEXT", "INTEGER", "REAL", "DECIMAL(10,2)", "DATE", "DATETIME", "BOOLEAN", "BLOB",
    "VARCHAR(20)",
  ]
  private static let keys = [
    "id INTEGER PRIMARY KEY", "id TEXT PRIMARY KEY NOT NULL", "id INTEGER NOT NULL PRIMARY KEY",
  ]
  private static let deleteRules = ["", " ON DELETE CASCADE", " ON DELETE SET NULL"]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let count = 2 + random.below(3)
    for number in 0..<count { addTable(number) }
  }

  private mutating func addTable(_ number: Int) {
    var columns: [String] = []
    let isComposite = random.chance(25)
    columns +=
      isComposite ? ["a INTEGER NOT NULL", "b TEXT NOT NULL"] : [Self.keys[random.below(3)]]
    for column in 0..<1 + random.below(4) {
      var text = "c\(column) \(Self.types[random.below(Self.types.count)])"
      if random.chance(20) { text += " NOT NULL" }
      columns.append(text)
    }
    if random.chance(20) { columns.append("code TEXT UNIQUE") }
    for target in 0...number where random.chance(50) && (target < number || random.chance(30)) {
      // Composite keys are referred to by nobody here.
      guard target == number ? !isComposite : simple.contains(target) else { continue }
      columns.append(
        "t\(target)_id REFERENCES t\(target)(id)" + Self.deleteRules[random.below(3)]
      )
    }
    if isComposite { columns.append("PRIMARY KEY(a, b)") } else { simple.insert(number) }
    let isWithoutRowID = isComposite && random.chance(50)
    script +=
      "CREATE TABLE t\(number)(\(columns.joined(separator: ", ")))"
      + (isWithoutRowID ? " WITHOUT ROWID;\n" : ";\n")
  }

  private var simple: Set<Int> = []

  // MARK: Edits

  /// A few changes of one save; some cannot be done.
  ///
  /// `known` are rows as somebody has read them, perhaps a while ago.
  mutating func changes(of model: Model, known: [RecordID: [String: Value]]) -> [Change] {
    var changes: [Change] = []
    var touched: Set<RecordID> = []
    if random.chance(20) { changes = exchange(of: model, known, &touched) }
    for token in 1...1 + random.below(5) {
      let entity = model.entities[random.below(model.entities.count)]
      let ids = known.keys.filter { $0.entityName == entity.name && !touched.contains($0) }
        .sorted { "\($0.values)" < "\($1.values)" }
      guard !ids.isEmpty, random.chance(60) else {
        changes.append(insertion(into: entity, known, token))
        continue
      }
      let id = ids[random.below(ids.count)]
      touched.insert(id)
      let row = known[id] ?? [:]
      changes.append(
        random.chance(30)
          ? .delete(id, original: random.chance(50) ? row : [:]) : update(id, entity, row, known)
      )
    }
    return changes
  }

  /// Rows that take each other's codes, in a circle.
  private mutating func exchange(
    of model: Model,
    _ known: [RecordID: [String: Value]],
    _ touched: inout Set<RecordID>
  ) -> [Change] {
    let entity = model.entities[random.below(model.entities.count)]
    let unique = entity.attributes.filter {
      $0.definition.isUnique && !entity.identity.contains($0.name)
    }
    let ids = known.keys.filter { $0.entityName == entity.name }
      .sorted { "\($0.values)" < "\($1.values)" }
      .shuffled(using: &random).prefix(2 + random.below(3))
    guard ids.count > 1, !unique.isEmpty else { return [] }
    let name = unique[random.below(unique.count)].name
    touched.formUnion(ids)
    return zip(ids, ids.dropFirst() + ids.prefix(1)).map { id, next in
      .update(
        id,
        values: [name: known[next]?[name] ?? .null],
        original: [name: known[id]?[name] ?? .null]
      )
    }
  }

  private mutating func insertion(
    into entity: Entity,
    _ known: [RecordID: [String: Value]],
    _ token: Int
  ) -> Change {
    var values: [String: Value] = [:]
    for attribute in entity.attributes {
      let isRowID = attribute.definition.isRowNumber
      if isRowID, random.chance(70) { continue }
      values[attribute.name] = value(for: attribute, of: entity, known)
    }
    return .insert(entityName: entity.name, values: values, references: [:], token: token)
  }

  private mutating func update(
    _ id: RecordID,
    _ entity: Entity,
    _ row: [String: Value],
    _ known: [RecordID: [String: Value]]
  ) -> Change {
    var values: [String: Value] = [:]
    for attribute in entity.attributes
    where !entity.identity.contains(attribute.name) && random.chance(40) {
      values[attribute.name] = value(for: attribute, of: entity, known)
    }
    if values.isEmpty, let last = entity.attributes.last, !entity.identity.contains(last.name) {
      values[last.name] = value(for: last, of: entity, known)
    }
    return .update(id, values: values, original: row.filter { values[$0.key] != nil })
  }

  private mutating func value(
    for attribute: Attribute,
    of entity: Entity,
    _ known: [RecordID: [String: Value]]
  ) -> Value {
    let reference = entity.relationships.first { relationship in
      !relationship.isToMany
        && relationship.definition.joins.contains { $0.source == attribute.name }
    }
    if let reference {
      let keys = known.keys.filter { $0.entityName == reference.definition.destinationName }
        .sorted { "\($0.values)" < "\($1.values)" }
      if random.chance(20) || keys.isEmpty { return random.chance(15) ? .int(987_654) : .null }
      return keys[random.below(keys.count)].values[0]
    }
    if attribute.isNullable, !entity.identity.contains(attribute.name), random.chance(15) {
      return .null
    }
    // Few keys and codes, so that some are taken.
    if entity.identity.contains(attribute.name) || attribute.definition.isUnique {
      let number = random.below(40)
      return attribute.type == .integer ? .int(Int64(number)) : .string("k\(number)")
    }
    switch attribute.type {
    case .integer: return .int(Int64(random.below(2_000)) - 1_000)
    case .number: return .double(Double(random.below(4_000)) / 8 + 0.125)
    case .decimal: return .decimal(Decimal(random.below(99_999)) / 100)
    case .bool: return .bool(random.chance(50))
    case .date: return .date(Date(timeIntervalSince1970: Double(random.below(20_000)) * 86_400))
    case .timestamp: return .date(Date(timeIntervalSince1970: Double(random.below(1_000_000_000))))
    case .blob: return .data((0..<random.below(5)).map { _ in UInt8(random.below(256)) })
    default: return .string(["", "a", "Zoë", "it's", "%_", "line\nbreak", "x1"][random.below(7)])
    }
  }
}
