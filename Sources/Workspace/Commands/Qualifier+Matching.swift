package import Qualifiers

nonisolated extension Qualifier {
  /// Holds where `path` has this value; null is found too.
  package static func matching(_ path: PropertyPath, _ value: Value) -> Qualifier {
    let side = Expression(.path(path))
    return value.isNull
      ? .isNull(side) : .comparison(side, .equal, Expression(.literal(value)))
  }
}
