import EntityModel
package import EntityStore
package import Qualifiers

/// The object with the last property of a path.
package enum PropertyOwner: Hashable {
  /// The record itself, `nil` while it is new, or an object at the end of to-one relationships.
  case object(RecordID?)
  /// A relationship on the way leads to no object.
  case noObject
  /// The owner is unknown, because the record lacks the values that identify it.
  case unread
}

extension Record {
  /// The object with the last property of `path`: `album.tracks` is the album's.
  package func owner(of path: PropertyPath) -> PropertyOwner {
    let prefix = path.components.dropLast()
    guard !prefix.isEmpty else { return .object(id) }
    guard
      let owner = entity.property(at: PropertyPath(components: Array(prefix))).relationship?
        .destination,
      !owner.identity.isEmpty
    else { return .unread }
    var values: [Value] = []
    for path in owner.identityPaths(behind: Array(prefix)) {
      guard let value = value(forPath: path.components[...]) else { return .unread }
      if value.isNull { return .noObject }
      values.append(value)
    }
    return .object(RecordID(entityName: owner.name, values: values))
  }
}
