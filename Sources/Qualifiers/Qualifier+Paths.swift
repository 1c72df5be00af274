extension Qualifier {
  /// The condition with every plain path replaced by what `transform` makes of it; variables stay.
  public func mappingPaths(_ transform: (PropertyPath) -> PropertyPath) -> Qualifier {
    switch self {
    case .constant: self
    case .comparison(let left, let comparison, let right):
      .comparison(left.mappingPaths(transform), comparison, right.mappingPaths(transform))
    case .isNull(let tested): .isNull(tested.mappingPaths(transform))
    case .truth(let tested): .truth(tested.mappingPaths(transform))
    case .between(let tested, let low, let high):
      .between(
        tested.mappingPaths(transform),
        low.mappingPaths(transform),
        high.mappingPaths(transform)
      )
    case .in(let tested, let members):
      .in(tested.mappingPaths(transform), members.mappingPaths(transform))
    case .and(let parts): .and(parts.map { $0.mappingPaths(transform) })
    case .or(let parts): .or(parts.map { $0.mappingPaths(transform) })
    case .not(let inside): .not(inside.mappingPaths(transform))
    }
  }
}

extension Expression {
  /// The value with every plain path replaced by what `transform` makes of it; those of `where (…)`, which belong to
  /// another object, stay.
  public func mappingPaths(_ transform: (PropertyPath) -> PropertyPath) -> Expression {
    let mapped: Kind =
      switch kind {
      case .literal, .variable, .now, .today, .qualifier, .computed: kind
      case .path(let path): .path(transform(path))
      case .list(let elements): .list(elements.map { $0.mappingPaths(transform) })
      case .template(let parts): .template(parts.map { $0.mappingPaths(transform) })
      case .call(let name, let parameters):
        .call(name, parameters.map { $0.mappingPaths(transform) })
      case .dictionary(let entries): .dictionary(entries.mapValues { $0.mappingPaths(transform) })
      case .dateOffset(let base, let offset): .dateOffset(base.mappingPaths(transform), offset)
      case .conditional(let condition, let positive, let negative):
        .conditional(
          condition.mappingPaths(transform),
          positive.mappingPaths(transform),
          negative.mappingPaths(transform)
        )
      case .condition(let condition): .condition(condition.mappingPaths(transform))
      }
    return Expression(mapped, span: span)
  }
}
