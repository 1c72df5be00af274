package import EntityModel
package import EntityStore
import Qualifiers

nonisolated extension Relationship {
  /// Why nothing can refer to an object: the property that references hold is missing; `nil` where something can.
  package func obstacle(to record: Record) -> String? {
    let missing = definition.joins.first {
      (record.keyValue(forKey: $0.destination) ?? .null).isNull
    }
    guard let missing else { return nil }
    let object = [destination?.name, record.id?.keyText].compactMap(\.self).joined(separator: " ")
    return "\(object) has no '\(missing.destination)', by which '\(name)' refers to it"
  }
}
