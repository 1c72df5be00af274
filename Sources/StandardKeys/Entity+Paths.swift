public import EntityModel
public import Qualifiers

// Where paths of properties lead.
extension Entity {
  /// The attribute or relationship at the end of `path`; both `nil` when it leads nowhere.
  public func property(at path: PropertyPath) -> (
    attribute: Attribute?, relationship: Relationship?
  ) {
    var entity = self
    for (index, name) in path.components.enumerated() {
      let isLast = index == path.components.count - 1
      if isLast, let attribute = entity.attribute(named: name) { return (attribute, nil) }
      guard let relationship = entity.relationship(named: name) else { return (nil, nil) }
      if isLast { return (nil, relationship) }
      guard let destination = relationship.destination else { return (nil, nil) }
      entity = destination
    }
    return (nil, nil)
  }

  /// The paths to the identity of the object at the end of to-one relationships.
  package func identityPaths(behind prefix: [String]) -> [PropertyPath] {
    identity.map { PropertyPath(components: prefix + [$0]) }
  }

  /// Whether `path` leads through to-one relationships to an attribute.
  package func isFetchable(_ path: PropertyPath) -> Bool {
    fetchableAttribute(at: path.components) != nil
  }

  /// The properties that people know by which an attribute is written: itself, or the to-ones whose key it is.
  package func propertyNames(writing attribute: String) -> [String] {
    let toOnes = relationships.filter { relationship in
      !relationship.isToMany && relationship.definition.joins.contains { $0.source == attribute }
    }
    return toOnes.isEmpty ? [attribute] : toOnes.map(\.name) + [attribute]
  }

  /// The properties that are judged before an object is saved: those that a page shows first, then the others; what a path
  /// leads to is judged with the object that it belongs to.
  package func judgedPropertyKeys(displayed: [String]) -> [String] {
    let own = displayed.filter { PropertyPath($0).components.count == 1 }
    let all = attributes.map(\.name) + relationships.filter { !$0.isToMany }.map(\.name)
    return own + all.filter { !own.contains($0) }
  }
}
