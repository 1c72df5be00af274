package import Qualifiers

extension Entity {
  /// The properties that a path passes, each with the entity it belongs to, as far as they exist.
  ///
  /// Includes the steps that a computed attribute reads and a flattened relationship passes, once each.
  package func steps(of path: PropertyPath) -> [(entity: Entity, name: String)] {
    var followed: Set<[String]> = []
    return steps(of: path, &followed)
  }

  private func steps(
    of path: PropertyPath,
    _ followed: inout Set<[String]>
  ) -> [(entity: Entity, name: String)] {
    var steps: [(Entity, String)] = []
    for (entity, name, _) in hops(along: path.components) {
      steps.append((entity, name))
      guard followed.insert([entity.name, name]).inserted else { continue }
      for hidden in entity.pathsBehind(name) { steps += entity.steps(of: hidden, &followed) }
    }
    return steps
  }

  /// A property of a path, with the entity it belongs to.
  package typealias Hop = (entity: Entity, name: String, relationship: Relationship?)

  /// The properties of a path themselves, as far as relationships lead.
  package func hops(along path: some Sequence<String>) -> [Hop] {
    var (entity, hops): (Entity, [Hop]) = (self, [])
    for name in path {
      let relationship = entity.relationship(named: name)
      hops.append((entity, name, relationship))
      guard let destination = relationship?.destination else { break }
      entity = destination
    }
    return hops
  }

  /// The attribute at the end of a path of to-one relationships.
  package func fetchableAttribute(at path: some Collection<String>) -> Attribute? {
    let hops = hops(along: path)
    guard let last = hops.last, hops.count == path.count,
      hops.dropLast().allSatisfy({ $0.relationship?.isToMany == false })
    else { return nil }
    return last.entity.attribute(named: last.name)
  }

  /// Returns the paths from which a property of a declared model is derived; empty for a stored one.
  package func pathsBehind(_ name: String) -> [PropertyPath] {
    if let path = relationship(named: name)?.definition.path, !path.isEmpty {
      return [PropertyPath(components: path)]
    }
    switch attribute(named: name)?.definition.derivation {
    case .path(let path): return [path]
    case .expression(let expression): return Reads(expression).paths
    case nil: return []
    }
  }
}
