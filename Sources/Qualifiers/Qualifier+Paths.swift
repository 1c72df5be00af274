import Diagnostics

extension Qualifier {
  /// The condition with every plain path replaced by what `transform` makes of it; variables stay.
  public func mappingPaths(_ transform: (PropertyPath) -> PropertyPath) -> Qualifier {
    mapParts({ $0.mappingPaths(transform) }, { $0.mappingPaths(transform) }) ?? self
  }

  /// The condition with every `$path` replaced by the value `lookup` gives; `nil` when it gives none for one of them.
  public func bindingVariables(_ lookup: (PropertyPath) -> Value?) -> Qualifier? {
    let bound = mapParts({ $0.bindingVariables(lookup) }, { $0.bindingVariables(lookup) })
    guard case .truth(let tested)? = bound, case .literal(.bool(let constant)) = tested.kind else {
      return bound
    }
    return .constant(constant)
  }
}

extension Expression {
  /// The value with every plain path replaced by what `transform` makes of it; those of `where (…)` and inside of
  /// aggregates, which belong to other objects, stay.
  package func mappingPaths(_ transform: (PropertyPath) -> PropertyPath) -> Expression {
    switch kind {
    case .path(let path): Expression(.path(transform(path)), span: span)
    case .qualifier: self
    case .aggregate(let aggregate):
      // Its condition and its operand belong to the related rows.
      Expression(.aggregate(aggregate.moved(to: transform(aggregate.path))), span: span)
    default: mapParts({ $0.mappingPaths(transform) }, { $0.mappingPaths(transform) }) ?? self
    }
  }

  /// The value with every `$path` replaced; `nil` when `lookup` gives none for one of them.
  package func bindingVariables(_ lookup: (PropertyPath) -> Value?) -> Expression? {
    guard case .variable(let path) = kind else {
      return mapParts({ $0.bindingVariables(lookup) }, { $0.bindingVariables(lookup) })
    }
    return lookup(path).map { Expression(.literal($0), span: span) }
  }
}

extension Expression {
  /// The value as it stands `distance` bytes behind the beginning of a longer text; without places for `nil`.
  package func movingSpans(by distance: Int?) -> Expression {
    var moved =
      mapParts({ $0.movingSpans(by: distance) }, { $0.movingSpans(by: distance) }) ?? self
    moved.span = distance.flatMap { distance in
      span.map { SourceSpan($0.start + distance, $0.end + distance) }
    }
    return moved
  }
}

extension Qualifier {
  /// The condition as ``Expression/movingSpans(by:)`` moves values.
  fileprivate func movingSpans(by distance: Int?) -> Qualifier {
    mapParts({ $0.movingSpans(by: distance) }, { $0.movingSpans(by: distance) }) ?? self
  }
}
