package import EntityModel
import EntityStore
package import Qualifiers

/// The fallback label for objects without a naming property, made of the entity's name and the primary key: `Person 7`.
package struct KeyLabel: Sendable {
  /// The entity's name on the screen.
  private let entityName: String

  /// The texts for objects of an entity.
  package init(of entity: Entity?) { entityName = entity?.displayName ?? "" }

  /// The text for an object by its key.
  package func text(_ keys: [Value]) -> String {
    let key = RecordID(entityName: entityName, values: keys).keyText
    return entityName.isEmpty ? key : "\(entityName) \(key)"
  }

  /// The text for a reference by its key: a number alone would pass for an amount, a code is a name.
  package func reference(_ keys: [Value]) -> String {
    let isCode = keys.allSatisfy { if case .string(let code) = $0 { !code.isBlank } else { false } }
    return isCode ? keys.map(\.description).joined(separator: ", ") : text(keys)
  }

  /// The text for an object whose key may not be told.
  package var unnamed: String { entityName.isEmpty ? "…" : entityName }

  /// The text for an object that has no key yet.
  package var newObject: String { entityName.isEmpty ? "new" : "new \(entityName)" }
}
