package import EntityModel
package import EntityStore
import Qualifiers

nonisolated extension Relationship {
  /// Why nothing can refer to an object: the property that references hold is missing; `nil` where something can.
  package func obstacle(to record: Record) -> NamedSentence? {
    let missing = definition.joins.first {
      (record.keyValue(forKey: $0.destination) ?? .null).isNull
    }
    guard let missing else { return nil }
    let object: NamedSentence = record.id.map { "\(row: $0)" } ?? "\(entity: record.entity)"
    let key: NamedSentence = "\(property: missing.destination, of: record.entity)"
    return "\(object) has no '\(key)', so nothing can refer to it"
  }
}

extension WorkContext {
  /// Why nothing can refer to an object by a relationship, with the names that the screen shows.
  package func obstacle(_ relationship: Relationship, to record: Record) -> String? {
    relationship.obstacle(to: record)?.text { shownName($0, $1) }
  }
}
