package import Qualifiers

extension Entity {
  /// The properties that a path passes, each with the entity it belongs to, as far as they exist.
  ///
  /// What a computed attribute reads, and what a flattened relationship passes, is passed too, once each.
  package func steps(of path: PropertyPath) -> [(entity: Entity, name: String)] {
    var followed: Set<[String]> = []
    return steps(of: path, &followed)
  }

  private func steps(
    of path: PropertyPath,
    _ followed: inout Set<[String]>
  ) -> [(entity: Entity, name: String)] {
    var entity = self
    var steps: [(Entity, String)] = []
    for name in path.components {
      steps.append((entity, name))
      if followed.insert([entity.name, name]).inserted {
        for hidden in entity.pathsBehind(name) { steps += entity.steps(of: hidden, &followed) }
      }
      guard let next = entity.relationship(named: name)?.destination else { break }
      entity = next
    }
    return steps
  }

  /// What stands behind a property of a declared model.
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
