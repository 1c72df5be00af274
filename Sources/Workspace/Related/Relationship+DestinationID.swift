package import EntityModel
package import EntityStore
import Qualifiers

nonisolated extension Relationship {
  /// The object that `record` refers to by its key; `nil` where there is none, or it is referred to by something else.
  package func destinationID(from record: Record) -> RecordID? {
    guard let destination, !isToMany else { return nil }
    let key = destination.identity.compactMap { name -> Value? in
      guard let join = definition.joins.first(where: { $0.destination == name }),
        record.entity.attribute(named: join.source)?.type.hasOneWriting == true
      else { return nil }
      return record.technicalValue(forPath: [join.source])
    }
    guard !key.isEmpty, key.count == destination.identity.count, !key.contains(where: \.isNull)
    else { return nil }
    return RecordID(entityName: destination.name, values: key)
  }
}
