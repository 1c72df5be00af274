import EntityModel
import EntityStore
import FoundationEssentials
import Qualifiers

/// The rows of all tables at one moment, by table and identity; entities may share a table.
struct MemoryTables: Sendable {
  /// The values of a row by column.
  typealias Row = [String: Value]

  let model: Model
  private var rows: [String: [RecordID: Row]] = [:]

  init(model: Model) { self.model = model }

  /// A row of an entity's table, of whichever of the table's entities it is.
  subscript(id: RecordID) -> Row? {
    get {
      let key = model.tableID(id)
      return rows[key.entityName]?[key]
    }
    set {
      let key = model.tableID(id)
      rows[key.entityName, default: [:]][key] = newValue
    }
  }

  /// All rows of an entity's table, with their identities as the entity's.
  func all(of entity: Entity) -> [(id: RecordID, row: Row)] {
    (rows[entity.tableKey] ?? [:]).map { key, row in
      (key.named(entity.name), row)
    }
  }

  /// The identities of all rows, by the table's key.
  var identities: [String: Set<RecordID>] { rows.mapValues { Set($0.keys) } }

  /// The rows of an entity as conditions see them, of which only those exist for which `restrictions` hold.
  ///
  /// A property reads as null in rows for which its `shownConditions`, by entity and property, do not hold.
  func objects(
    of entity: Entity,
    _ restrictions: [String: Qualifier],
    _ shownConditions: [String: [String: Qualifier]] = [:]
  ) -> [MemoryObject] {
    let all = all(of: entity).map {
      MemoryObject(entity, $0.id, $0.row, self, restrictions, shownConditions)
    }
    guard restrictions[entity.name] != nil || entity.rowQualifier != nil else { return all }
    return all.filter(\.exists)
  }
}

/// A row as conditions read it: attributes, and through relationships other rows.
final class MemoryObject: KeyValueCoding {
  let entity: Entity
  let id: RecordID
  let row: MemoryTables.Row
  private let tables: MemoryTables
  private let restrictions: [String: Qualifier]
  private let shownConditions: [String: [String: Qualifier]]

  init(
    _ entity: Entity,
    _ id: RecordID,
    _ row: MemoryTables.Row,
    _ tables: MemoryTables,
    _ restrictions: [String: Qualifier],
    _ shownConditions: [String: [String: Qualifier]] = [:]
  ) {
    (self.entity, self.id, self.row) = (entity, id, row)
    (self.tables, self.restrictions) = (tables, restrictions)
    self.shownConditions = shownConditions
  }

  /// The object as the person sees it.
  func seen(by shownConditions: [String: [String: Qualifier]]) -> MemoryObject {
    MemoryObject(entity, id, row, tables, restrictions, shownConditions)
  }

  /// Whether it is of the entity and exists for the person; the conditions themselves see everything.
  var exists: Bool {
    let conditions = [entity.rowQualifier, restrictions[entity.name]].compactMap(\.self)
    guard !conditions.isEmpty else { return true }
    return conditions.allSatisfy(MemoryObject(entity, id, row, tables, [:]).meets)
  }

  func meets(_ qualifier: Qualifier) -> Bool {
    qualifier.evaluate(with: ValueContext(.object(self))) == true
  }

  func value(forKey key: String) -> Value? {
    if let condition = shownConditions[entity.name]?[key], !seen(by: [:]).meets(condition) {
      return .null
    }
    if let attribute = entity.attribute(named: key) { return value(of: attribute) }
    if let position = entity.identity.firstIndex(of: key) { return id.values[position] }
    guard let relationship = entity.relationship(named: key) else { return nil }
    let objects = related(by: relationship)
    if relationship.isToMany { return .list(objects.map { .object($0) }) }
    return objects.min { $0.id.precedes($1.id) }.map { .object($0) } ?? .null
  }

  private func value(of attribute: Attribute) -> Value {
    switch attribute.definition.derivation {
    case nil: row[attribute.columnName] ?? .null
    case .path(let path): value(forPath: path.components[...]) ?? .null
    case .expression(let expression): expression.evaluate(with: Computation(object: self)) ?? .null
    }
  }

  /// The object as an expression of the model reads it: what is not there is null.
  private struct Computation: EvaluationContext {
    let object: MemoryObject

    func value(at path: PropertyPath) -> Value? {
      object.value(forPath: path.components[...]) ?? .null
    }
    func value(ofVariable path: PropertyPath) -> Value? { nil }
    var now: Date { .localWallClock }
  }

  /// The objects at the other end that exist for the person.
  func related(by relationship: Relationship) -> [MemoryObject] {
    let path = relationship.definition.path
    guard path.isEmpty else {
      var objects = [self]
      for name in path {
        objects = objects.flatMap { object in
          object.entity.relationship(named: name).map(object.related) ?? []
        }
      }
      // Several ways may lead to the same object.
      var seen: Set<RecordID> = []
      return objects.filter { seen.insert($0.id).inserted }
    }
    guard let destination = relationship.destination else { return [] }
    let keys = relationship.definition.joins.map { (joined($0.source), $0.destination) }
    return tables.objects(of: destination, restrictions, shownConditions).filter { other in
      keys.allSatisfy { key, name in other.joined(name).compare(key) == .equal }
    }
  }

  /// The value that a relationship compares, also where the person may not see it.
  private func joined(_ name: String) -> Value {
    entity.attribute(named: name).map(value(of:)) ?? value(forKey: name) ?? .null
  }

  func isEqual(to other: any KeyValueCoding) -> Bool {
    id == ((other as? MemoryObject)?.id ?? (other as? Record)?.id)
  }
}

extension Entity {
  /// Returns the column of an attribute, or `name` itself for an identity without a column.
  func column(_ name: String) -> String { attribute(named: name)?.columnName ?? name }
}

extension RecordID {
  /// The order of identities.
  func precedes(_ other: RecordID) -> Bool {
    values.lexicographicallyPrecedes(other.values) { $0.precedes($1) }
  }
}
