import EntityModel
import Qualifiers

/// The rows of all entities at one moment, by entity and identity.
struct MemoryTables: Sendable {
  /// The values of a row by attribute name.
  typealias Row = [String: Value]

  let model: Model
  private(set) var rows: [String: [RecordID: Row]] = [:]

  init(model: Model) { self.model = model }

  subscript(id: RecordID) -> Row? {
    get { rows[id.entityName]?[id] }
    set { rows[id.entityName, default: [:]][id] = newValue }
  }

  /// The rows of an entity as conditions see them, of which only those exist for which `restrictions` hold.
  ///
  /// Of rows for which `shownConditions`, by entity and property, do not hold that property reads as null.
  func objects(
    of entity: Entity,
    _ restrictions: [String: Qualifier],
    _ shownConditions: [String: [String: Qualifier]] = [:]
  ) -> [MemoryObject] {
    let all = (rows[entity.name] ?? [:]).map { id, row in
      MemoryObject(entity, id, row, self, restrictions, shownConditions)
    }
    return restrictions[entity.name] == nil ? all : all.filter(\.exists)
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

  /// Whether it exists for the person; the condition itself sees everything.
  var exists: Bool {
    guard let restriction = restrictions[entity.name] else { return true }
    return MemoryObject(entity, id, row, tables, [:]).meets(restriction)
  }

  func meets(_ qualifier: Qualifier) -> Bool {
    qualifier.evaluate(with: ValueContext(.object(self))) == true
  }

  func value(forKey key: String) -> Value? {
    if let condition = shownConditions[entity.name]?[key], !seen(by: [:]).meets(condition) {
      return .null
    }
    if entity.attribute(named: key) != nil { return row[key] ?? .null }
    if let position = entity.identity.firstIndex(of: key) { return id.values[position] }
    guard let relationship = entity.relationship(named: key) else { return nil }
    let objects = related(by: relationship)
    if relationship.isToMany { return .list(objects.map { .object($0) }) }
    return objects.min { $0.id.precedes($1.id) }.map { .object($0) } ?? .null
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
    let keys = relationship.definition.joins.map { (row[$0.source] ?? .null, $0.destination) }
    return tables.objects(of: destination, restrictions, shownConditions).filter { other in
      keys.allSatisfy { key, name in other.row[name].map { $0.compare(key) == .equal } ?? false }
    }
  }

  func isEqual(to other: any KeyValueCoding) -> Bool {
    (other as? MemoryObject).map { id == $0.id } ?? false
  }
}

extension RecordID {
  /// The order of identities.
  func precedes(_ other: RecordID) -> Bool {
    values.lexicographicallyPrecedes(other.values) { $0.precedes($1) }
  }
}
