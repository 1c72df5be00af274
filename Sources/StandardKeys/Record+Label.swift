import EntityModel
package import EntityStore
import Qualifiers

extension Record {
  /// Returns the record's label: the values of the label key, else the entity's name with the primary key.
  package func label(by key: LabelKey?) -> String {
    let label = key?.text { value(forPath: $0.components[...]) }?.firstWords ?? ""
    if !label.isEmpty { return label }
    guard let id, !id.values.isEmpty else { return isNew ? "new" : entity.displayName }
    return "\(entity.displayName) \(id.keyText)"
  }
}
