import EntityModel
package import EntityStore
import Qualifiers

extension Record {
  /// What names the record for people: the values that the key says, else its own key.
  package func label(by key: LabelKey?) -> String {
    let label = key?.text { value(forPath: $0.components[...]) }?.firstWords ?? ""
    if !label.isEmpty { return label }
    guard let id, !id.values.isEmpty else { return isNew ? "new" : entity.displayName }
    return "\(entity.displayName) \(id.keyText)"
  }
}
