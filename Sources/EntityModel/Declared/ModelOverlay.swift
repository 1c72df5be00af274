package import Diagnostics
import Qualifiers

/// Lays declared models over what reflection found in a database, or makes a model of them alone.
///
/// 1. A declared entity takes the place of the one that reflection made of its table; its table is the one named, else
///    the one called like it, else its parent's.
/// 2. A declared attribute takes the place of its column's; what the model does not say stays as found. What the
///    database knows better (declared types, keys, null, generated columns) stays the database's.
/// 3. A declared relationship takes the place of one of its name, or of one that joins the same.
/// 4. Of a complete model only what it declares is shown; the rest is there, but hidden.
/// 5. What leads nowhere is a fault with its place, and is left out.
package struct ModelOverlay {
  /// An entity while declarations are merged into the reflected model: its declaration and the definition so far.
  struct Slot {
    /// The declaration, with values inherited from its parents; `nil` for an entity that only the database has.
    var declaration: EntityDeclaration?
    /// Whether the declaration is part of a complete model.
    var isComplete = false
    /// The reflected name of the entity; `nil` except for the first declared entity of a reflected table.
    var oldName: String?
    /// Properties that are called otherwise now, by their old names.
    var renamed: [String: String] = [:]
    /// Attributes that stand for the column of another one, with the name of that.
    var aliases: [String: String] = [:]
    var entity: Entity.Definition
  }

  var slots: [Slot] = []
  /// The indexes of slots by entity name.
  private var positions: [String: Int] = [:]
  /// The tables that an entity stands for already.
  private var taken: Set<TableName> = []
  var diagnostics: [Diagnostic] = []
  /// Whether there is a database that must have the tables and columns.
  let hasDatabase: Bool

  /// The model, and what is wrong with the declarations or does not fit the database.
  ///
  /// - Parameters:
  ///   - name: What the model is to be called.
  ///   - declarations: What the files say, all of one database.
  ///   - reflected: What was found in the database; `nil` to go by the declarations alone.
  /// - Returns: The model, and every fault found.
  package static func model(
    name: String,
    declarations: [ModelDeclaration],
    over reflected: Model?
  ) -> (model: Model, diagnostics: [Diagnostic]) {
    var overlay = ModelOverlay(hasDatabase: reflected != nil)
    let (declarations, faults) = mapped(declarations, over: reflected)
    overlay.diagnostics += faults
    let found = reflected?.entities.map(\.definition) ?? []
    let tables = ReflectedTables(found)
    for declaration in declarations { overlay.add(declaration, to: tables) }
    overlay.addUndeclared(found, isComplete: declarations.contains(where: \.isComplete))
    overlay.connect()
    overlay.nameKinds()
    overlay.resolveExpressions()
    var entities = overlay.slots.map(\.entity)
    DocumentLabel.refine(&entities)
    let model = Model(
      name: name,
      entities: entities,
      listedEntities: reflected?.listedEntities ?? []
    )
    return (model, overlay.diagnostics)
  }

  /// The declarations with tables and columns also where their formats say nothing of them.
  static func mapped(
    _ declarations: [ModelDeclaration],
    over reflected: Model?
  ) -> (declarations: [ModelDeclaration], diagnostics: [Diagnostic]) {
    var faults: [Diagnostic] = []
    let mapped = declarations.map { declaration in
      guard let mapping = declaration.mapping else { return declaration }
      let (mapped, found) = mapping(declaration, reflected)
      faults += found
      return mapped
    }
    return (mapped, faults)
  }

  private init(hasDatabase: Bool) { self.hasDatabase = hasDatabase }

  /// Adds a fault of a declaration.
  mutating func report(
    _ id: String,
    _ message: String,
    at place: DeclarationPlace,
    suggestion: String? = nil
  ) {
    diagnostics.append(place.fault(id, message, suggestion: suggestion))
  }

  /// Returns the index of an entity's slot; `nil` for an unknown name.
  func slotIndex(_ name: String) -> Int? { positions[name] }

  /// The name of an entity that is nearly `name`; of many faults the first alone are worth looking through all names.
  func nearestEntity(to name: String) -> String? {
    diagnostics.count < 100 ? nearestName(to: name, in: slots.map(\.entity.name)) : nil
  }

  /// Gives the entities above others of their table an attribute that says of which entity a row is.
  private mutating func nameKinds() {
    let tree = EntityTree(slots.map(\.entity))
    for index in slots.indices {
      let entity = slots[index].entity
      let kinds = tree.descendants(of: entity.name).compactMap { name in
        slotIndex(name).map { slots[$0].entity }
      }.filter { $0.table == entity.table && $0.discriminator != nil }
      let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
      guard !kinds.isEmpty, !names.contains(Self.kindName) else { continue }
      var attribute = Attribute.Definition(name: Self.kindName, columnName: "")
      (attribute.type, attribute.isGenerated, attribute.isUpdatable) = (.string, true, false)
      let own = Expression(.literal(.string(entity.name)))
      attribute.derivation = .expression(
        kinds.reduce(own) { rest, kind in
          guard let condition = kind.discriminator else { return rest }
          return Expression(.conditional(condition, Expression(.literal(.string(kind.name))), rest))
        }
      )
      slots[index].entity.attributes.append(attribute)
    }
  }

  /// The name of the computed attribute that holds a row's entity name.
  private static let kindName = "entityName"

  // MARK: Entities

  private mutating func add(_ model: ModelDeclaration, to reflected: ReflectedTables) {
    for declaration in parentsFirst(model.entities) where !declaration.isPrototype {
      if let slot = slotIndex(declaration.name).map({ slots[$0] }) {
        report(
          "duplicate",
          "the entity '\(declaration.name)' is already declared",
          at: declaration.place,
          suggestion: slot.declaration.map { "first in \($0.place.source.name)" }
        )
        continue
      }
      guard var slot = slot(for: declaration, in: reflected) else { continue }
      slot.isComplete = model.isComplete
      checkManagedColumns(of: &slot, in: reflected)
      applyEntity(&slot)
      applyAttributes(&slot)
      positions[slot.entity.name] = slots.count
      taken.insert(slot.entity.table)
      slots.append(slot)
    }
  }

  /// The entities with each parent before its children; a ring of parents is cut and reported.
  private mutating func parentsFirst(_ entities: [EntityDeclaration]) -> [EntityDeclaration] {
    let byName = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
    var sorted: [EntityDeclaration] = []
    var done: Set<String> = []
    for entity in entities {
      var chain: [EntityDeclaration] = []
      var names: Set<String> = []
      var next: EntityDeclaration? = entity
      while var current = next, !done.contains(current.name) {
        names.insert(current.name)
        next = current.parentName.flatMap { byName[$0] }
        if let parent = next, names.contains(parent.name) {
          report("cycle", "'\(current.name)' is its own ancestor", at: current.place)
          current.parentName = nil
          next = nil
        }
        chain.append(current)
      }
      for link in chain.reversed() where done.insert(link.name).inserted { sorted.append(link) }
    }
    return sorted
  }

  /// The slot that a declaration fills; `nil` when the database has no table for it.
  private mutating func slot(
    for declaration: EntityDeclaration,
    in reflected: ReflectedTables
  ) -> Slot? {
    var parent: Slot?
    if let name = declaration.parentName {
      parent = slotIndex(name).map { slots[$0] }
      if parent == nil {
        let near = nearestEntity(to: name)
        report(
          "unknown-entity",
          "the parent '\(name)' of '\(declaration.name)' is not declared",
          at: declaration.place,
          suggestion: near.map { "did you mean '\($0)'?" }
        )
      }
    }
    guard hasDatabase else { return fresh(declaration, parent: parent) }
    var declaration = declaration
    declaration.schemaName = declaration.schemaName ?? parent?.declaration?.schemaName
    if let found = reflected.entity(of: declaration) {
      return shared(declaration, with: parent, over: found)
    }
    if declaration.tableName == nil, let parent {
      let table = reflected.entity(of: parent.entity.table)
      if let table { return shared(declaration, with: parent, over: table) }
    }
    let table = declaration.tableName ?? declaration.name
    let near =
      diagnostics.count < 100
      ? nearestName(to: table, in: reflected.entities.map(\.table.description)) : nil
    report(
      "missing-table",
      Self.missing(table, in: declaration.schemaName, reflected) + " for '\(declaration.name)'",
      at: declaration.place,
      suggestion: near.map { "did you mean '\($0)'?" }
    )
    return nil
  }

  private static func missing(
    _ table: String,
    in schemaName: String?,
    _ reflected: ReflectedTables
  ) -> String {
    guard let schemaName, schemaName.folded != TableName.mainSchema.folded else {
      return "the database has no table '\(table)'"
    }
    return reflected.hasSchema(schemaName)
      ? "the database '\(schemaName)' has no table '\(table)'"
      : "table '\(table)' needs a file attached as '\(schemaName)'; use --attach"
  }

  /// A slot over a reflected entity; what a parent of the same table declares counts for the child too.
  private func shared(
    _ declaration: EntityDeclaration,
    with parent: Slot?,
    over found: Entity.Definition
  ) -> Slot {
    var declaration = declaration
    if let above = parent, above.entity.table == found.table, let upper = above.declaration {
      declaration.inherit(from: upper)
    }
    var slot = Slot(declaration: declaration, entity: found)
    // Of several entities of one table the first is what the others in the database refer to.
    let isFirst = !taken.contains(found.table)
    slot.oldName = isFirst ? found.name : nil
    slot.entity.name = declaration.name
    return slot
  }

  /// A slot without a database.
  private func fresh(_ declaration: EntityDeclaration, parent: Slot?) -> Slot {
    var declaration = declaration
    let parentTable = parent?.entity.table
    let table = TableName(
      declaration.tableName ?? parentTable?.name ?? declaration.name,
      in: declaration.schemaName ?? parentTable?.schemaName ?? TableName.mainSchema
    )
    if let upper = parent?.declaration, table == parentTable { declaration.inherit(from: upper) }
    var entity = Entity.Definition(name: declaration.name, tableName: table.name)
    entity.schemaName = table.schemaName
    return Slot(declaration: declaration, entity: entity)
  }

  private func applyEntity(_ slot: inout Slot) {
    guard let declaration = slot.declaration else { return }
    if slot.isComplete { slot.entity.isHidden = false }
    Entity.members.lay(declaration.said, over: &slot.entity, isFound: hasDatabase)
    slot.entity.fetchSpecifications = declaration.fetches
  }

  /// Adds the entities of tables that no model speaks of; beside a complete model they are hidden.
  private mutating func addUndeclared(_ reflected: [Entity.Definition], isComplete: Bool) {
    let declared = Dictionary(grouping: slots) { $0.entity.table }
    // Of a file of which it says nothing a model does not say all.
    let schemas = Set(slots.map(\.entity.schemaName)).union([TableName.mainSchema])
    var taken = Set(slots.map { $0.entity.name.lowercased() })
    var result: [Slot] = []
    for entity in reflected {
      if let slots = declared[entity.table] {
        result += slots
        continue
      }
      var slot = Slot(oldName: entity.name, entity: entity)
      slot.entity.name = Naming.unique(entity.name, taken: &taken)
      if isComplete, schemas.contains(entity.schemaName) { slot.entity.isHidden = true }
      result.append(slot)
    }
    guard hasDatabase else { return }
    slots = result
    positions = Dictionary(slots.enumerated().map { ($1.entity.name, $0) }) { first, _ in first }
  }
}

extension EntityDeclaration {
  /// Takes over what a parent of the same table says and this entity does not.
  fileprivate mutating func inherit(from parent: EntityDeclaration) {
    let attributeNames = Set(attributes.map(\.name))
    attributes = parent.attributes.filter { !attributeNames.contains($0.name) } + attributes
    let relationshipNames = Set(relationships.map(\.name))
    relationships =
      parent.relationships.filter { !relationshipNames.contains($0.name) } + relationships
    said.identity = said.identity ?? parent.identity
    said.labelKey = said.labelKey ?? parent.labelKey
  }
}
