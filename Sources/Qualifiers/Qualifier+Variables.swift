extension Qualifier {
  /// The condition with every `$path` replaced by the value `lookup` gives; `nil` when it gives none for one of them.
  public func bindingVariables(_ lookup: (PropertyPath) -> Value?) -> Qualifier? {
    switch self {
    case .constant: return self
    case .comparison(let left, let comparison, let right):
      guard let left = left.bindingVariables(lookup), let right = right.bindingVariables(lookup)
      else { return nil }
      return .comparison(left, comparison, right)
    case .isNull(let tested): return tested.bindingVariables(lookup).map(Qualifier.isNull)
    case .truth(let tested):
      guard let tested = tested.bindingVariables(lookup) else { return nil }
      if case .literal(.bool(let constant)) = tested.kind { return .constant(constant) }
      return .truth(tested)
    case .between(let tested, let low, let high):
      guard let tested = tested.bindingVariables(lookup), let low = low.bindingVariables(lookup),
        let high = high.bindingVariables(lookup)
      else { return nil }
      return .between(tested, low, high)
    case .in(let tested, let members):
      guard let tested = tested.bindingVariables(lookup),
        let members = members.bindingVariables(lookup)
      else { return nil }
      return .in(tested, members)
    case .and(let parts): return parts.mapAll { $0.bindingVariables(lookup) }.map(Qualifier.and)
    case .or(let parts): return parts.mapAll { $0.bindingVariables(lookup) }.map(Qualifier.or)
    case .not(let inside): return inside.bindingVariables(lookup).map(Qualifier.not)
    }
  }
}

extension Expression {
  /// The value with every `$path` replaced; `nil` when `lookup` gives none for one of them.
  public func bindingVariables(_ lookup: (PropertyPath) -> Value?) -> Expression? {
    let bound: Kind?
    switch kind {
    case .literal, .path, .now, .today, .computed: return self
    case .variable(let path): bound = lookup(path).map(Kind.literal)
    case .list(let elements): bound = elements.mapAll { $0.bindingVariables(lookup) }.map(Kind.list)
    case .template(let parts):
      bound = parts.mapAll { $0.bindingVariables(lookup) }.map(Kind.template)
    case .call(let name, let parameters):
      bound = parameters.mapAll { $0.bindingVariables(lookup) }.map { .call(name, $0) }
    case .dictionary(let entries):
      let pairs = entries.mapAll { key, value in
        value.bindingVariables(lookup).map { (key, $0) }
      }
      bound = pairs.map { .dictionary(Dictionary(uniqueKeysWithValues: $0)) }
    case .dateOffset(let base, let offset):
      bound = base.bindingVariables(lookup).map { .dateOffset($0, offset) }
    case .conditional(let condition, let positive, let negative):
      guard let condition = condition.bindingVariables(lookup),
        let positive = positive.bindingVariables(lookup),
        let negative = negative.bindingVariables(lookup)
      else { return nil }
      bound = .conditional(condition, positive, negative)
    case .condition(let condition): bound = condition.bindingVariables(lookup).map(Kind.condition)
    case .qualifier(let qualifier): bound = qualifier.bindingVariables(lookup).map(Kind.qualifier)
    }
    return bound.map { Expression($0, span: span) }
  }
}

extension Sequence {
  /// The results for all elements; `nil` as soon as there is none for one.
  fileprivate func mapAll<Result>(_ transform: (Element) -> Result?) -> [Result]? {
    var results: [Result] = []
    for element in self {
      guard let result = transform(element) else { return nil }
      results.append(result)
    }
    return results
  }
}
