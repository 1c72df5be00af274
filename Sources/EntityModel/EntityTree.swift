import Qualifiers

extension Entity {
  /// The names of the entity and of those whose objects are objects of it too.
  package var kindNames: [String] { [name] + subentityNames }

  /// Whether each object of this entity is one of `other`.
  package func isKind(of other: Entity) -> Bool {
    self === other || other.subentityNames.contains(name)
  }
}

/// The inheritance tree of entities.
struct EntityTree {
  private let children: [String: [Entity.Definition]]
  private let parents: [String: String]

  init(_ entities: [Entity.Definition]) {
    children = Dictionary(grouping: entities.filter { $0.parentName != nil }) {
      $0.parentName ?? ""
    }
    parents = Dictionary(entities.map { ($0.name, $0.parentName) }) { first, _ in first }
      .compactMapValues(\.self)
  }

  /// The names of all entities above one, nearest first.
  func ancestors(of name: String) -> [String] {
    var found: [String] = []
    var next = parents[name]
    while let name = next, !found.contains(name) {
      found.append(name)
      next = parents[name]
    }
    return found.filter { $0 != name }
  }

  /// The names of all entities below one, nearest first.
  func descendants(of name: String) -> [String] { below(name).map(\.name) }

  private func below(_ name: String) -> [Entity.Definition] {
    guard !children.isEmpty else { return [] }
    var found: [Entity.Definition] = []
    var level = children[name] ?? []
    while !level.isEmpty {
      found += level
      level = level.flatMap { children[$0.name] ?? [] }
        .filter { child in child.name != name && !found.contains { $0.name == child.name } }
    }
    return found
  }

  /// Returns the condition for rows of an entity or its subentities; `nil` for all rows.
  ///
  /// An entity without a discriminator has all rows of its table.
  func rowQualifier(of entity: Entity.Definition) -> Qualifier? {
    guard let own = entity.discriminator else { return nil }
    let lower = below(entity.name).filter { $0.table == entity.table }
    let parts = [own] + lower.compactMap(\.discriminator)
    return parts.count == 1 ? own : .or(parts)
  }
}
