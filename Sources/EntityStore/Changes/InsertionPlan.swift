package import EntityModel
package import Qualifiers

/// The description of a bulk insertion: the entity, its attributes, and the row restrictions.
package struct InsertionPlan: Sendable {
  /// The entity of the rows.
  package let entityName: String
  /// The names of the attributes of which each row has a value, in that order.
  package var attributes: [String]
  /// Whether the identities of the rows are told.
  package let tellsIdentities: Bool
  /// Conditions by entity: rows outside are neither made nor referred to.
  package let restrictions: [String: Qualifier]

  /// One of the rows by itself.
  package func change(_ values: [Value?], token: Int = 0) -> Change {
    var named: [String: Value] = [:]
    for (name, value) in zip(attributes, values) { named[name] = value }
    return .insert(entityName: entityName, values: named, references: [:], token: token)
  }

  /// Looks whether rows of `entity`, which the plan names, can be inserted at all.
  ///
  /// - Throws: ``StoreError/refused(_:)``, and an error for an attribute that the entity has not.
  package func check(_ entity: Entity) throws(StoreError) {
    if let reason = entity.refusal(of: .insert) {
      throw .refused("\(entity: entity) cannot be changed: \(reason).")
    }
    for name in attributes where entity.attribute(named: name) == nil {
      throw .unknownProperty(name, of: entity)
    }
  }
}
