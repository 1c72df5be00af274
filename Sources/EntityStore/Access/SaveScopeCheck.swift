import EntityModel
package import Qualifiers

/// A check that a save changes, deletes and inserts only rows that meet the row conditions of the user's rights.
///
/// Queries the stored rows inside the transaction, since they may have changed after they were read.
package struct SaveScopeCheck {
  package let adaptor: any Adaptor
  /// The conditions by entity.
  package let restrictions: [String: Qualifier]

  package init(adaptor: any Adaptor, restrictions: [String: Qualifier]) {
    (self.adaptor, self.restrictions) = (adaptor, restrictions)
  }

  /// Before anything is written: the rows to be changed or deleted exist for the person.
  ///
  /// - Throws: ``StoreError/notFound(_:)``, as for a row that is not there at all.
  package func checkRows(of changes: [Change]) throws(StoreError) {
    guard !restrictions.isEmpty else { return }
    for change in changes where restrictions[change.entityName] != nil {
      guard let id = change.storedID else { continue }
      guard try exists(id) else { throw .notFound(id) }
    }
  }

  /// After all is written: what was written, and what it refers to, exists for the person still.
  ///
  /// - Throws: ``StoreError/refused(_:)`` naming the row or the reference.
  package func check(_ changes: [Change], written result: SaveResult) throws(StoreError) {
    guard !restrictions.isEmpty else { return }
    for change in changes {
      guard let id = change.writtenID(in: result) else { continue }
      try check(id, writing: change.writtenAttributes)
    }
  }

  /// The row with an identity, of which `names` were written, and what it refers to by them, exists for the person.
  package func check(_ id: RecordID, writing names: Set<String>) throws(StoreError) {
    guard !id.values.isEmpty else { return }
    // First what it refers to: of a value that is taken no more is told, see `checkReferences`.
    if let entity = adaptor.model.entity(named: id.entityName) {
      for reference in entity.toOnes(writtenBy: names)
      where restrictions[reference.definition.destinationName] != nil {
        try check(reference, of: id, entity)
      }
    }
    if restrictions[id.entityName] != nil, try !exists(id) {
      throw .refused("\(id.entityName) would not be visible to you")
    }
  }

  private func exists(_ id: RecordID) throws(StoreError) -> Bool {
    try adaptor.record(id, paths: [], restrictions: restrictions) != nil
  }

  private func check(
    _ reference: Relationship,
    of id: RecordID,
    _ entity: Entity
  ) throws(StoreError) {
    let keys = reference.definition.joins.map { PropertyPath(components: [$0.source]) }
    guard let values = try adaptor.record(id, paths: keys, restrictions: [:])?.values else {
      let key = id.values.map(\.description).joined(separator: ", ")
      throw .refused(
        "\(entity: entity) \(key) is deleted or gets another key in this save: its \(property: reference.name, of: entity) cannot be checked"
      )
    }
    try check(reference, to: values, entity)
  }

  /// Verifies that the user may see the rows that the changes refer to.
  ///
  /// Runs after a uniqueness violation. A reference outside the user's rows is reported instead, so that the violation does
  /// not reveal hidden rows.
  ///
  /// - Throws: ``StoreError/refused(_:)`` naming the reference.
  package func checkReferences(of changes: [Change]) throws(StoreError) {
    guard !restrictions.isEmpty else { return }
    for change in changes {
      let values = change.values
      guard let entity = adaptor.model.entity(named: change.entityName) else { continue }
      for reference in entity.toOnes(writtenBy: Set(values.keys))
      where restrictions[reference.definition.destinationName] != nil {
        let names = reference.definition.joins.map(\.source)
        var stored: [String: Value]?
        if let id = change.storedID, names.contains(where: { values[$0] == nil }) {
          stored = try adaptor.values(of: id, names)
        }
        try check(reference, to: names.map { values[$0] ?? stored?[$0] ?? .null }, entity)
      }
    }
  }

  private func check(
    _ reference: Relationship,
    to values: [Value],
    _ entity: Entity
  ) throws(StoreError) {
    guard let condition = reference.qualifier(referringBy: values, of: entity) else { return }
    let name = reference.definition.destinationName
    if try adaptor.hasRow(of: name, condition, restrictions: restrictions) { return }
    let key = values.map(\.description).joined(separator: ", ")
    throw .refused(
      "\(entity: entity).\(property: reference.name, of: entity): \(entityNamed: name) \(key) is not among the objects you may see"
    )
  }
}

extension Change {
  /// The identity of the row that was written; `nil` when it was deleted.
  func writtenID(in result: SaveResult) -> RecordID? {
    switch write {
    case .insert: result.inserted[token]
    case .update: result.changedIDs[id] ?? id
    case .delete: nil
    }
  }
}
