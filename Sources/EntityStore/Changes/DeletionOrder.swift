package import EntityModel

/// The order in which a save deletes rows of several entities: referring entities before the entities they refer to.
package struct DeletionOrder {
  private var ranks: [String: Int] = [:]
  private var felt: Set<String> = []

  package init(model: Model) {
    for entity in model.entities {
      for relationship in entity.relationships
      where [.cascade, .nullify, .setDefault].contains(relationship.definition.deleteRule) {
        felt.insert(entity.name)
      }
    }
    for entity in model.entities {
      var path: Set<String> = []
      _ = rank(entity, &path)
    }
  }

  /// Small for entities to which nothing refers.
  package func rank(_ entityName: String) -> Int { ranks[entityName] ?? 0 }

  /// Whether deleting a row may delete or change others.
  package func affectsOtherRows(_ entityName: String) -> Bool { felt.contains(entityName) }

  /// One more than the highest of the entities that refer to this one; a cycle is cut where it closes.
  private mutating func rank(_ entity: Entity, _ path: inout Set<String>) -> Int {
    if let known = ranks[entity.name] { return known }
    guard path.insert(entity.name).inserted else { return 0 }
    defer { path.remove(entity.name) }
    var rank = 0
    for relationship in entity.relationships
    where relationship.isToMany && relationship.definition.throughName == nil {
      guard let referring = relationship.destination, referring.name != entity.name else {
        continue
      }
      rank = max(rank, self.rank(referring, &path) + 1)
    }
    ranks[entity.name] = rank
    return rank
  }
}
