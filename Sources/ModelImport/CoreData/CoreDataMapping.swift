import Diagnostics
import EntityModel
import Qualifiers

/// The mapping of a Core Data model's entities to tables and columns.
///
/// In a store written by Core Data it follows the layout of Core Data: a table `ZCAR` for a tree of entities, with `Z_PK`,
/// `Z_ENT` and `ZMAKER`; tables like `Z_4TAGS` for many-to-many relationships. Elsewhere entities get plain tables: `Car` with
/// `id`, `entity` and `maker`.
struct CoreDataMapping {
  private var model: ModelDeclaration
  /// The numbers of the entities; empty when there is no store.
  private let numbered: [ListedEntity]
  private let tables: [Entity.Definition]
  private let isStore: Bool
  private(set) var diagnostics: [Diagnostic] = []
  /// Entity and name of relationships that the store has no place for.
  private var unmapped: Set<[String]> = []

  /// The model with its tables and columns; as it is over a database that Core Data did not write.
  @Sendable static func mapped(
    _ model: ModelDeclaration,
    over reflected: Model?
  ) -> (model: ModelDeclaration, diagnostics: [Diagnostic]) {
    var mapping = CoreDataMapping(model, over: reflected)
    guard reflected == nil || mapping.isStore else { return (model, []) }
    mapping.map()
    return (mapping.model, mapping.diagnostics)
  }

  private init(_ model: ModelDeclaration, over reflected: Model?) {
    self.model = model
    numbered = reflected?.listedEntities ?? []
    tables = (reflected?.entities ?? []).map(\.definition)
      .filter { $0.schemaName == TableName.mainSchema }
    isStore = !numbered.isEmpty
  }

  private mutating func map() {
    let logical = model.entities
    for index in logical.indices { mapEntity(at: index) }
    for index in logical.indices {
      for position in logical[index].relationships.indices {
        mapRelationship(at: index, position, in: logical)
      }
    }
    for index in model.entities.indices {
      let name = model.entities[index].name
      model.entities[index].relationships.removeAll { unmapped.contains([name, $0.name]) }
    }
  }

  // MARK: Entities

  private func entity(_ name: String?) -> EntityDeclaration? {
    model.entities.first { $0.name == name }
  }

  /// The entity at the top of a tree of parents.
  private func root(of entity: EntityDeclaration) -> EntityDeclaration {
    var top = entity
    for _ in model.entities {
      guard let parent = self.entity(top.parentName) else { break }
      top = parent
    }
    return top
  }

  private func isPartOfTree(_ entity: EntityDeclaration) -> Bool {
    entity.parentName != nil || model.entities.contains { $0.parentName == entity.name }
  }

  private mutating func mapEntity(at index: Int) {
    let entity = model.entities[index]
    let root = root(of: entity)
    model.entities[index].tableName = isStore ? "Z" + root.name.uppercased() : root.name
    if let number = numbered.first(where: { $0.name == entity.name })?.number {
      model.entities[index].managedColumns = .coreData(
        entity: number,
        root: numbered.root(of: number)
      )
    }
    if entity.parentName == nil { addKey(at: index) }
    if isPartOfTree(entity) { addDiscriminator(at: index) }
    for position in model.entities[index].attributes.indices where isStore {
      var attribute = model.entities[index].attributes[position]
      attribute.columnName = attribute.columnName ?? "Z" + attribute.name.uppercased()
      if attribute.type == .timestamp { attribute.storage = .referenceSeconds }
      model.entities[index].attributes[position] = attribute
    }
  }

  /// The name of the attribute that holds the key.
  private func keyName(of entity: EntityDeclaration) -> String {
    let names = Set(root(of: entity).attributes.map(\.name))
    return ["id", "pk", "objectID", "primaryKey"].first { name in
      !names.contains(name)
        || root(of: entity).attributes.contains { $0.name == name && $0.isPrimaryKey == true }
    } ?? "Z_PK"
  }

  private mutating func addKey(at index: Int) {
    let place = model.entities[index].place
    var key = AttributeDeclaration(name: keyName(of: model.entities[index]), place: place)
    key.columnName = isStore ? "Z_PK" : key.name
    (key.type, key.storage) = (.integer, .native)
    (key.isPrimaryKey, key.isNullable) = (true, false)
    key.declaredType = "INTEGER"
    model.entities[index].attributes.insert(key, at: 0)
    model.entities[index].identity = [key.name]
  }

  private mutating func addDiscriminator(at index: Int) {
    let entity = model.entities[index]
    let name = isStore ? "entityNumber" : "entity"
    if entity.parentName == nil {
      var attribute = AttributeDeclaration(name: name, place: entity.place)
      attribute.columnName = isStore ? "Z_ENT" : name
      (attribute.type, attribute.isHidden) = (isStore ? .integer : .string, true)
      attribute.isNullable = false
      model.entities[index].attributes.append(attribute)
    }
    // An abstract entity has no rows of its own; what no entity is called like has none either.
    let number = numbered.first { $0.name == entity.name }?.number ?? -1
    let value: Value = isStore ? .int(number) : .string(entity.name)
    model.entities[index].discriminator = .equal(PropertyPath(name), value)
  }

  // MARK: Relationships

  /// A relationship of a Core Data model with its entity, destination and inverse, while its join to the tables is worked out.
  ///
  /// `index` and `position` locate the relationship in the model being built. Relationships to an unknown entity get no link.
  private struct Link {
    let index: Int
    let position: Int
    let entity: EntityDeclaration
    let relationship: RelationshipDeclaration
    let destination: EntityDeclaration
    let inverse: RelationshipDeclaration?
  }

  private mutating func mapRelationship(
    at index: Int,
    _ position: Int,
    in logical: [EntityDeclaration]
  ) {
    let entity = logical[index]
    let relationship = entity.relationships[position]
    guard let destination = logical.first(where: { $0.name == relationship.destinationName }) else {
      // Where it leads nowhere the overlay says so.
      model.entities[index].relationships[position].joins = []
      return
    }
    let link = Link(
      index: index,
      position: position,
      entity: entity,
      relationship: relationship,
      destination: destination,
      inverse: inverse(of: relationship, in: destination, among: logical)
    )
    if relationship.isToMany != true {
      mapToOne(link)
    } else if let inverse = link.inverse, inverse.isToMany != true {
      join(link, from: keyName(of: entity), to: foreignKeyName(of: inverse, in: destination))
    } else {
      mapManyToMany(link)
    }
  }

  private mutating func join(_ link: Link, from source: String, to destination: String) {
    model.entities[link.index].relationships[link.position].joins = [
      Relationship.Join(source: source, destination: destination)
    ]
  }

  /// The inverse, which an ancestor of the destination may declare.
  private func inverse(
    of relationship: RelationshipDeclaration,
    in destination: EntityDeclaration,
    among logical: [EntityDeclaration]
  ) -> RelationshipDeclaration? {
    guard let name = relationship.inverseName else { return nil }
    var next: EntityDeclaration? = destination
    for _ in logical {
      if let found = next?.relationships.first(where: { $0.name == name }) { return found }
      next = logical.first { $0.name == next?.parentName }
    }
    return nil
  }

  private func foreignKeyName(
    of relationship: RelationshipDeclaration,
    in entity: EntityDeclaration
  ) -> String {
    let taken = Set(entity.attributes.map(\.name))
    let name = relationship.name + "ID"
    return taken.contains(name) ? relationship.name + "Key" : name
  }

  private mutating func mapToOne(_ link: Link) {
    let relationship = link.relationship
    var key = AttributeDeclaration(
      name: foreignKeyName(of: relationship, in: model.entities[link.index]),
      place: relationship.place
    )
    key.columnName = isStore ? "Z" + relationship.name.uppercased() : key.name
    (key.type, key.storage) = (.integer, .native)
    key.declaredType = "INTEGER"
    key.isNullable = relationship.isMandatory != true
    model.entities[link.index].attributes.append(key)
    join(link, from: key.name, to: keyName(of: link.destination))
  }

  private mutating func mapManyToMany(_ link: Link) {
    let (entity, relationship) = (link.entity, link.relationship)
    guard let table = joinTable(of: link) else {
      diagnostics.append(
        relationship.place.fault(
          "missing-table",
          "the store has no table for '\(entity.name).\(relationship.name)'",
          severity: .warning
        )
      )
      unmapped.insert([entity.name, relationship.name])
      return
    }
    let (sourceName, targetName) = ("source", "target")
    let joinName = model.entities.first { $0.tableName == table.name && $0.isJoinTable == true }?
      .name
    let isFirst = joinName == nil
    let name = joinName ?? unusedName(entity.name + Naming.entityName(for: relationship.name))
    if isFirst {
      var join = EntityDeclaration(name: name, place: relationship.place)
      (join.tableName, join.isJoinTable, join.isHidden) = (table.name, true, true)
      for (property, column) in [(sourceName, table.source), (targetName, table.target)] {
        var attribute = AttributeDeclaration(name: property + "ID", place: relationship.place)
        (attribute.columnName, attribute.type) = (column, .integer)
        (attribute.isPrimaryKey, attribute.isNullable) = (true, false)
        attribute.declaredType = "INTEGER"
        join.attributes.append(attribute)
      }
      join.identity = join.attributes.map(\.name)
      for (property, end) in [(sourceName, entity), (targetName, link.destination)] {
        var toOne = RelationshipDeclaration(name: property, place: relationship.place)
        (toOne.destinationName, toOne.isToMany, toOne.isMandatory) = (end.name, false, true)
        toOne.joins = [Relationship.Join(source: property + "ID", destination: keyName(of: end))]
        join.relationships.append(toOne)
      }
      model.entities.append(join)
    }
    // The second of the pair passes the table from the other side.
    let (near, far) = isFirst ? (sourceName, targetName) : (targetName, sourceName)
    var rows = RelationshipDeclaration(name: relationship.name + "Links", place: relationship.place)
    (rows.destinationName, rows.isToMany, rows.isHidden) = (name, true, true)
    rows.joins = [Relationship.Join(source: keyName(of: entity), destination: near + "ID")]
    rows.deleteRule = .cascade
    model.entities[link.index].relationships.append(rows)
    model.entities[link.index].relationships[link.position].path = [rows.name, far]
    model.entities[link.index].relationships[link.position].deleteRule = nil
  }

  private func unusedName(_ wanted: String) -> String {
    var taken = Set(model.entities.map { $0.name.lowercased() })
    return Naming.unique(wanted, taken: &taken)
  }

  /// The table that joins a many-to-many relationship, with the columns for its two ends.
  private func joinTable(of link: Link) -> (name: String, source: String, target: String)? {
    guard isStore else {
      let own = link.entity.name + Naming.entityName(for: link.relationship.name)
      let other = link.inverse.map { link.destination.name + Naming.entityName(for: $0.name) }
      var name = min(own, other ?? own)
      let isFirst = name == own
      let tables = Set(
        model.entities.filter { $0.isJoinTable != true }.map { $0.name.lowercased() }
      )
      while tables.contains(name.lowercased()) { name += "Join" }
      return (name, isFirst ? "sourceID" : "targetID", isFirst ? "targetID" : "sourceID")
    }
    let target = link.relationship.name.uppercased()
    let source = link.inverse?.name.uppercased()
    for table in tables where table.tableName.hasPrefix("Z_") {
      let name = Self.unnumbered(table.tableName)
      guard name == target || name == source else { continue }
      let columns = table.attributes.map(\.columnName).filter { !$0.hasPrefix("Z_FOK") }
      guard columns.count == 2 else { continue }
      let stems = columns.map(Self.unnumbered)
      guard
        let end = stems.firstIndex(where: {
          $0 == target || $0.dropLast() == target[...] && stems.allSatisfy { $0 != target }
        })
      else { continue }
      return (table.tableName, columns[1 - end], columns[end])
    }
    return nil
  }

  /// `FAVORITES` of `Z_1FAVORITES`.
  private static func unnumbered(_ name: String) -> String {
    String(name.dropFirst(2).drop { $0.isNumber })
  }
}
