package import EntityModel
package import Qualifiers

/// A search for the rows deleted together with others, by a model's delete rules and by `ON DELETE CASCADE`.
package struct CascadedDeletions {
  /// A row that is deleted because of another: its identity, and the entity of the row whose deletion causes it.
  package struct Row: Sendable {
    package let id: RecordID
    /// The entity of the row to be deleted with which it goes.
    package let rootName: String
  }

  package let adaptor: any Adaptor

  /// The rows that go with `ids`, without those.
  package func rows(deletedWith ids: [RecordID]) throws(StoreError) -> [Row] {
    var known = Set(ids)
    var found: [Row] = []
    var waiting = ids.map { Row(id: $0, rootName: $0.entityName) }
    while let row = waiting.popLast() {
      for relationship in adaptor.model.entity(named: row.id.entityName)?.cascades ?? [] {
        if adaptor.isCancelled() { throw .cancelled }
        guard let destination = relationship.destination,
          let condition = try condition(relationship, from: row.id)
        else { continue }
        for other in try adaptor.ids(of: destination, condition) where known.insert(other).inserted
        {
          let next = Row(id: other, rootName: row.rootName)
          found.append(next)
          waiting.append(next)
        }
      }
    }
    return found
  }

  /// Returns the condition for the rows that a cascade deletes with the row `id`.
  ///
  /// Also matches rows that may be deleted if the two key columns store values differently. A database may compare such
  /// keys differently in a cascade than in a foreign key check.
  private func condition(
    _ relationship: Relationship,
    from id: RecordID
  ) throws(StoreError) -> Qualifier? {
    guard let record = try adaptor.joined(relationship, id),
      let exact = relationship.qualifier(from: record)
    else { return nil }
    guard !relationship.definition.isDeleteRuleDeclared,
      relationship.joinsUnlikeColumns(from: record.entity),
      let alike = relationship.qualifier(
        joining: relationship.definition.joins.map { record.value(forKey: $0.source) }
      ), alike != exact
    else { return exact }
    return .or([exact, alike])
  }
}

extension DeferringTransaction {
  /// The rows that the deletions take along, as they stand now, besides those to be deleted, those in `asked` and those
  /// that this save makes; by the identity that they have in the database.
  ///
  /// Without `asked` they are not looked for.
  package func cascaded(
    besides asked: Set<RecordID>?,
    in adaptor: any Adaptor
  ) throws(StoreError) -> [CascadedDeletions.Row] {
    guard let asked, !deletions.isEmpty else { return [] }
    let rows = try CascadedDeletions(adaptor: adaptor).rows(deletedWith: deletions.map(\.id))
    let new = Set(result.inserted.values)
    let former = formerIDs
    return rows.filter { !new.contains($0.id) }
      .map { CascadedDeletions.Row(id: former[$0.id] ?? $0.id, rootName: $0.rootName) }
      .filter { !asked.contains($0.id) }
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
  /// Returns the condition for the related rows of a row; `nil` when there can be none.
  package func condition(
    _ relationship: Relationship,
    from id: RecordID
  ) throws(StoreError) -> Qualifier? {
    try joined(relationship, id).flatMap(relationship.qualifier)
  }

  /// A row with the keys by which a relationship leads on; `nil` where it has none.
  fileprivate func joined(
    _ relationship: Relationship,
    _ id: RecordID
  ) throws(StoreError) -> Record? {
    let paths = relationship.definition.joins.map { PropertyPath(components: [$0.source]) }
    return paths.isEmpty ? nil : try record(id, paths: paths, restrictions: [:])
  }

  /// The identities of all rows for which a condition holds.
  package func ids(of entity: Entity, _ condition: Qualifier) throws(StoreError) -> [RecordID] {
    var found: [RecordID] = []
    let fetch = FetchSpecification(
      entityName: entity.name,
      auxiliaryQualifier: condition,
      paths: []
    )
    var anchor = WindowAnchor.start
    while true {
      let window = try window(fetch, from: anchor, count: 500)
      found += window.records.compactMap(\.id)
      guard window.hasMoreAfter, let last = window.cursors.last else { return found }
      anchor = .after(last)
    }
  }
}
