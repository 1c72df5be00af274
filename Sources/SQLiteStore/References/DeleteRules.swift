import EntityModel
import EntityStore
import Qualifiers
import SQL
import SQLite

/// An executor of the delete rules that a model declares and the database does not enforce.
struct DeleteRules {
  let adaptor: SQLiteAdaptor
  /// The conditions for rows that the user may see, by entity; other rows are not named in messages.
  let restrictions: [String: Qualifier]

  /// An object being deleted, with the relationships and cascaded objects whose delete rules are still to be carried out.
  ///
  /// Is an entry of the stack that replaces recursion.
  private struct Step {
    let id: RecordID
    let entity: Entity
    /// The relationships whose rules were not looked at yet.
    var relationships: ArraySlice<Relationship>
    /// The objects that go with it, those of one relationship.
    var cascaded: ArraySlice<RecordID> = []
    var destination: Entity?

    init(_ id: RecordID, _ entity: Entity) {
      (self.id, self.entity) = (id, entity)
      relationships = entity.relationships.filter(\.definition.isDeleteRuleDeclared)[...]
    }
  }

  /// Does to the objects at the other ends what the rules of their relationships say, before an object is deleted.
  ///
  /// Cascades are followed step by step: objects may form chains of any length, and circles.
  ///
  /// - Throws: ``StoreError/refused(_:)`` when a rule denies the delete.
  func carryOut(for id: RecordID, of entity: Entity) throws(StoreError) {
    var visited: Set<RecordID> = [id]
    var steps = [Step(id, entity)]
    while var step = steps.popLast() {
      if let next = step.cascaded.popFirst() {
        steps.append(step)
        if let destination = step.destination, visited.insert(next).inserted {
          steps.append(Step(next, destination))
        }
      } else if let relationship = step.relationships.popFirst() {
        if let destination = relationship.destination {
          step.cascaded = try apply(relationship, from: step.id, of: step.entity, to: destination)
          step.destination = destination
        }
        steps.append(step)
      } else if !steps.isEmpty {
        try write("DELETE FROM \(step.entity.sqlName)", step.id, of: step.entity)
      }
    }
  }

  /// Does what the rule of one relationship says.
  /// - Returns: The objects that are to be deleted with this one.
  private func apply(
    _ relationship: Relationship,
    from id: RecordID,
    of entity: Entity,
    to destination: Entity
  ) throws(StoreError) -> ArraySlice<RecordID> {
    let definition = relationship.definition
    guard definition.path.isEmpty, let condition = try adaptor.condition(relationship, from: id)
    else { return [] }
    switch definition.deleteRule {
    case .noAction, .setDefault: return []
    case .cascade: return try adaptor.ids(of: destination, condition)[...]
    case .deny: try deny(relationship, from: id, to: destination, where: condition)
    case .nullify: try nullify(relationship, of: entity, in: destination, where: condition)
    }
    return []
  }

  private func deny(
    _ relationship: Relationship,
    from id: RecordID,
    to destination: Entity,
    where condition: Qualifier
  ) throws(StoreError) {
    guard try adaptor.hasRow(of: destination.name, condition) else { return }
    let holders: NamedSentence =
      try isSeen(destination, condition)
      ? "\(entity: destination) still refers" : "\(BrokenReference.unseen) refers"
    throw .refused(
      "\(entityNamed: id.entityName) cannot be deleted while \(holders) to it (the model denies it)"
    )
  }

  /// Whether one of the objects for which a condition holds exists for the person.
  private func isSeen(_ entity: Entity, _ condition: Qualifier) throws(StoreError) -> Bool {
    try adaptor.hasRow(of: entity.name, condition, restrictions: restrictions)
  }

  /// Takes the reference out of the rows that have it; where this end has it, it goes with the object.
  private func nullify(
    _ relationship: Relationship,
    of entity: Entity,
    in destination: Entity,
    where condition: Qualifier
  ) throws(StoreError) {
    let columns = relationship.definition.joins.map(\.destination)
    guard relationship.isToMany || !columns.allSatisfy(destination.identity.contains) else {
      return
    }
    let names = columns.compactMap { destination.attribute(named: $0)?.columnName }
    for id in try adaptor.ids(of: destination, condition) {
      guard !columns.contains(where: destination.identity.contains) else {
        let holder: NamedSentence =
          try isSeen(destination, condition)
          ? "\(entity: destination)" : "\(BrokenReference.unseen)"
        throw .refused(
          "\(entity: entity) cannot be deleted: \(holder) takes its key from it"
            + " (the model would set it to null)"
        )
      }
      let assignments =
        names.map { "\(SQLText.identifier($0)) = NULL" }
        + [destination.versionCounter].compactMap(\.self)
      let update = "UPDATE \(destination.sqlName) SET \(assignments.joined(separator: ", "))"
      try write(update, id, of: destination)
    }
  }

  private func write(_ sql: String, _ id: RecordID, of entity: Entity) throws(StoreError) {
    _ = try adaptor.write("\(sql) WHERE " + adaptor.isRow(id, of: entity))
  }
}
