package import Qualifiers

extension Entity {
  /// The values that mark a new row as an object of this entity, by attribute, taken from its discriminator.
  ///
  /// `kind = 'car' and wheels = 4` determines them; `nil` for a condition that does not.
  package var marks: [String: Value]? {
    guard let discriminator = definition.discriminator else { return [:] }
    return Self.marks(discriminator)
  }

  private static func marks(_ qualifier: Qualifier) -> [String: Value]? {
    switch qualifier {
    case .constant(true): return [:]
    case .comparison(let left, .equal, let right):
      for (side, other) in [(left, right), (right, left)] {
        if case .path(let path) = side.kind, case .literal(let value) = other.kind,
          path.components.count == 1
        {
          return [path.first: value]
        }
      }
      return nil
    case .isNull(let expression):
      guard case .path(let path) = expression.kind, path.components.count == 1 else { return nil }
      return [path.first: .null]
    case .and(let parts):
      var marks: [String: Value] = [:]
      for part in parts {
        guard let found = Self.marks(part) else { return nil }
        marks.merge(found) { first, _ in first }
      }
      return marks
    default: return nil
    }
  }
}
