import EntityModel
import Qualifiers
import SQLite

/// Carries out the delete rules that a model declares and the database does not know.
struct DeleteRules {
  let adaptor: SQLiteAdaptor
  /// Which rows exist for the person, by entity: others are not named.
  let restrictions: [String: Qualifier]

  /// Does to the objects at the other ends what the rules of their relationships say, before an object is deleted.
  ///
  /// - Throws: ``StoreError/refused(_:)`` when a rule denies the delete.
  func carryOut(for id: RecordID, of entity: Entity) throws(StoreError) {
    var visited: Set<RecordID> = []
    try carryOut(for: id, of: entity, &visited)
  }

  private func carryOut(
    for id: RecordID,
    of entity: Entity,
    _ visited: inout Set<RecordID>
  ) throws(StoreError) {
    guard visited.insert(id).inserted else { return }
    for relationship in entity.relationships where relationship.definition.isDeleteRuleDeclared {
      guard relationship.definition.path.isEmpty, let destination = relationship.destination,
        let condition = try adaptor.condition(relationship, from: id)
      else { continue }
      switch relationship.definition.deleteRule {
      case .noAction, .setDefault: break
      case .deny: try deny(relationship, id, destination, condition)
      case .nullify: try nullify(relationship, of: entity, destination, condition)
      case .cascade:
        for found in try adaptor.ids(of: destination, condition) {
          try carryOut(for: found, of: destination, &visited)
          try delete(found, of: destination)
        }
      }
    }
  }

  private func deny(
    _ relationship: Relationship,
    _ id: RecordID,
    _ destination: Entity,
    _ condition: Qualifier
  ) throws(StoreError) {
    var fetch = FetchSpecification(entityName: destination.name, qualifier: condition, paths: [])
    guard try adaptor.count(fetch, upTo: 1) > 0 else { return }
    fetch.restrictions = restrictions
    guard try adaptor.count(fetch, upTo: 1) > 0 else {
      throw .refused(
        "\(id.entityName) cannot be deleted while something that you may not see refers to it"
          + " (the model denies it)"
      )
    }
    throw .refused(
      "\(id.entityName) cannot be deleted while \(relationship.displayName.lowercased()) refer to it"
        + " (the model denies it)"
    )
  }

  /// Takes the reference out of the rows that have it; where this end has it, it goes with the object.
  private func nullify(
    _ relationship: Relationship,
    of entity: Entity,
    _ destination: Entity,
    _ condition: Qualifier
  ) throws(StoreError) {
    let columns = relationship.definition.joins.map(\.destination)
    guard relationship.isToMany || !columns.allSatisfy(destination.identity.contains) else {
      return
    }
    let names = columns.compactMap { destination.attribute(named: $0)?.columnName }
    for id in try adaptor.ids(of: destination, condition) {
      guard !columns.contains(where: destination.identity.contains) else {
        throw .refused(
          "\(entity.name) cannot be deleted: \(destination.name) has its key from it"
            + " (the model would have it empty)"
        )
      }
      let assignments =
        names.map { "\(SQLText.identifier($0)) = NULL" }
        + [destination.versionCounter].compactMap(\.self)
      try write(
        "UPDATE \(destination.sqlName) SET "
          + assignments.joined(separator: ", "),
        id,
        destination
      )
    }
  }

  private func delete(_ id: RecordID, of entity: Entity) throws(StoreError) {
    try write("DELETE FROM \(entity.sqlName)", id, entity)
  }

  private func write(_ sql: String, _ id: RecordID, _ entity: Entity) throws(StoreError) {
    let condition = try RowCondition.sql(id, entity: entity, alias: nil)
    do throws(SQLiteError) {
      _ = try adaptor.write(SQLFragment(sql + " WHERE ") + condition)
    } catch {
      throw StoreError(error, model: adaptor.model)
    }
  }
}
