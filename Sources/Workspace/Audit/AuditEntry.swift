package import Diagnostics
package import EntityModel
package import EntityStore
import Qualifiers
package import RuleEnvironment

/// An entry of the audit log: one row that a save inserted, updated or deleted.
package struct AuditEntry {
  /// The entity of the row.
  package let entity: Entity
  /// The id of the row; `nil` for a new row until it is written.
  package var id: RecordID?
  /// `insert`, `update` or `delete`.
  package let action: String
  /// Each field that is another now, with its old and new value where that may be told.
  package let fields: [(String, JSON)]
}

extension AuditEntry {
  /// Creates the entry for a row of a save, pending or written.
  package init(of row: SaveRecord.Row, in scope: EnvironmentValues) {
    let entity = row.known.entity
    self.init(
      entity: entity,
      id: row.id,
      action: row.write.rawValue,
      fields: entity.auditFields(from: row.before, to: row.after, in: scope)
    )
  }

  /// The values of the key.
  package var key: [JSON] {
    id?.rowNumber.map { [.string("@\($0)")] } ?? (id?.values ?? []).map { JSON($0) }
  }
}

@MainActor extension Entity {
  /// The fields in which a row differs from what it was; a missing row holds nothing.
  ///
  /// Values of passwords and of hidden properties are left out.
  fileprivate func auditFields(
    from before: Record?,
    to after: Record?,
    in scope: EnvironmentValues
  ) -> [(String, JSON)] {
    attributes.compactMap { attribute in
      let old = before?.value(forKey: attribute.name) ?? .null
      let new = after?.value(forKey: attribute.name) ?? .null
      guard old != new else { return nil }
      guard !holdsPassword(attribute, in: scope), scope.showsColumn(PropertyPath(attribute.name))
      else {
        return (attribute.name, .string("changed"))
      }
      return (attribute.name, .array([JSON(old), JSON(new)]))
    }
  }
}
