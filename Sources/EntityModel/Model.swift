import Synchronization
public import Qualifiers

/// The entities of a database and how they relate; immutable.
public final class Model: KeyValueCoding {
  /// The name: the database file's name without its extension.
  public let name: String
  /// In the order of the schema.
  public let entities: [Entity]
  /// The entities that the database itself lists; empty for most.
  package let listedEntities: [ListedEntity]
  private let entitiesByName: [String: Entity]

  /// A model of the entities defined.
  package init(
    name: String,
    entities definitions: [Entity.Definition],
    listedEntities: [ListedEntity] = []
  ) {
    self.name = name
    self.listedEntities = listedEntities
    let reference = ModelReference()
    let kinds = EntityTree(definitions)
    let prefix = Naming.sharedPrefix(
      of: definitions.filter { !$0.isHidden }.map(\.name)
    )
    entities = definitions.map { definition in
      Entity(
        definition,
        ancestorNames: kinds.ancestors(of: definition.name),
        subentityNames: kinds.descendants(of: definition.name),
        rowQualifier: kinds.rowQualifier(of: definition),
        sharedPrefix: prefix,
        owner: reference
      )
    }
    entitiesByName = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
    reference.set(self)
  }

  /// The entity called exactly `name`.
  public func entity(named name: String) -> Entity? { entitiesByName[name] }

  /// The keys of the model that rules may read.
  public static var valueKeys: [String]? {
    ["name", "entities", "entityNames", "visibleEntityNames", "menuEntityNames"]
  }

  /// Returns the model's value for a key; `nil` for an unknown key.
  public func value(forKey key: String) -> Value? {
    switch key {
    case "name": .string(name)
    case "entities": .list(entities.map { .object($0) })
    case "entityNames": .list(entities.map { .string($0.name) })
    case "visibleEntityNames":
      .list(entities.filter { !$0.definition.isHidden }.map { .string($0.name) })
    case "menuEntityNames":
      .list(entities.filter(isInMenu).map { .string($0.name) })
    default: nil
    }
  }

  /// Whether a menu offers an entity: rows that only link two others are found at these.
  private func isInMenu(_ entity: Entity) -> Bool {
    guard !entity.definition.isHidden else { return false }
    guard entity.definition.isJoinTable else { return true }
    return entity.relationships.contains { end in
      !end.isToMany && end.destination?.definition.isHidden != false
    }
  }
}

/// Lets relationships find the model that they belong to without keeping it alive.
final class ModelReference: Sendable {
  private struct Weak: Sendable { weak var model: Model? }
  private let cell = Mutex(Weak())

  var model: Model? { cell.withLock { $0.model } }
  func set(_ model: Model) { cell.withLock { $0.model = model } }
}
