import EntityModel
import Qualifiers

/// Finds the rows that go with rows to be deleted, by a model's delete rules and by `ON DELETE CASCADE`.
struct DeletionReach {
  let adaptor: any Adaptor

  /// The entities whose rows may go with a row of the entity.
  static func entityNames(deletedWith name: String, in model: Model) -> Set<String> {
    var found: Set<String> = []
    var waiting = [name]
    while let name = waiting.popLast() {
      for relationship in model.entity(named: name)?.cascades ?? []
      where found.insert(relationship.definition.destinationName).inserted {
        waiting.append(relationship.definition.destinationName)
      }
    }
    return found
  }

  /// The rows that go with `ids`, without those.
  func rows(deletedWith ids: [RecordID]) throws(StoreError) -> [RecordID] {
    var known = Set(ids)
    var found: [RecordID] = []
    var waiting = ids
    while let id = waiting.popLast() {
      for relationship in adaptor.model.entity(named: id.entityName)?.cascades ?? [] {
        guard let destination = relationship.destination,
          let condition = try adaptor.condition(relationship, from: id)
        else { continue }
        for other in try adaptor.ids(of: destination, condition)
        where known.insert(other).inserted {
          found.append(other)
          waiting.append(other)
        }
      }
    }
    return found
  }
}

extension Entity {
  /// The relationships at whose other end objects go with one of this entity.
  fileprivate var cascades: [Relationship] {
    relationships.filter { relationship in
      let definition = relationship.definition
      return definition.deleteRule == .cascade && definition.path.isEmpty
        && (relationship.isToMany || definition.isDeleteRuleDeclared)
        && relationship.destination?.identity.isEmpty == false
    }
  }
}

extension Adaptor {
  /// Which rows stand at the other end of a relationship; `nil` when there can be none.
  func condition(
    _ relationship: Relationship,
    from id: RecordID
  ) throws(StoreError) -> Qualifier? {
    let joins = relationship.definition.joins
    let paths = joins.map { PropertyPath(components: [$0.source]) }
    guard !joins.isEmpty, let record = try record(id, paths: paths, restrictions: [:]) else {
      return nil
    }
    var parts: [Qualifier] = []
    for (join, path) in zip(joins, paths) {
      guard let value = record.value(forPath: path.components[...]), !value.isNull else {
        return nil
      }
      parts.append(
        .comparison(
          Expression(.path(PropertyPath(components: [join.destination]))),
          .equal,
          Expression(.literal(value))
        )
      )
    }
    return .and(parts)
  }

  /// The identities of all rows for which a condition holds.
  func ids(of entity: Entity, _ condition: Qualifier) throws(StoreError) -> [RecordID] {
    var found: [RecordID] = []
    let fetch = FetchSpecification(entityName: entity.name, qualifier: condition, paths: [])
    var anchor = WindowAnchor.start
    while true {
      let window = try window(fetch, from: anchor, count: 500) { false }
      found += window.records.compactMap(\.id)
      guard window.hasMoreAfter, let last = window.cursors.last else { return found }
      anchor = .after(last)
    }
  }
}
