package import Qualifiers

/// How paths are followed to what models compute properties of.
package enum PropertySteps {
  /// Through how many computed properties one may be computed; beyond that it is of itself.
  package static let mostDerivations = 16
}

extension Entity {
  /// The properties that a path passes, each with the entity it belongs to, as far as they exist.
  ///
  /// What a computed attribute reads, and what a flattened relationship passes, is passed too.
  package func steps(
    of path: PropertyPath,
    depth: Int = 0
  ) -> [(entity: Entity, name: String)] {
    var entity = self
    var steps: [(Entity, String)] = []
    for name in path.components {
      steps.append((entity, name))
      for hidden in entity.pathsBehind(name) where depth < PropertySteps.mostDerivations {
        steps += entity.steps(of: hidden, depth: depth + 1)
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
