// The one place that knows what stands in what; everything that walks or rebuilds conditions and values goes through it.

extension Qualifier {
  /// Gives what stands directly in the condition, in the order it is written: values to `operand`, conditions to
  /// `condition`.
  @inline(never)
  package func eachPart(_ operand: (Expression) -> Void, _ condition: (Qualifier) -> Void) {
    switch self {
    case .constant: break
    case .comparison(let left, _, let right), .in(let left, let right):
      operand(left)
      operand(right)
    case .isNull(let tested), .truth(let tested): operand(tested)
    case .between(let tested, let low, let high):
      operand(tested)
      operand(low)
      operand(high)
    case .and(let parts), .or(let parts): for part in parts { condition(part) }
    case .not(let inside): condition(inside)
    }
  }

  /// Returns the condition with its operands and subconditions mapped; `nil` when a closure returns `nil` for a part.
  package func mapParts<Fault: Error>(
    _ operand: (Expression) throws(Fault) -> Expression?,
    _ condition: (Qualifier) throws(Fault) -> Qualifier?
  ) throws(Fault) -> Qualifier? {
    switch self {
    case .constant: self
    case .comparison(let left, let comparison, let right):
      try [left, right].mapAll(operand).map { .comparison($0[0], comparison, $0[1]) }
    case .isNull(let tested): try operand(tested).map(Qualifier.isNull)
    case .truth(let tested): try operand(tested).map(Qualifier.truth)
    case .between(let tested, let low, let high):
      try [tested, low, high].mapAll(operand).map { .between($0[0], $0[1], $0[2]) }
    case .in(let tested, let members):
      try [tested, members].mapAll(operand).map { .in($0[0], $0[1]) }
    case .and(let parts): try parts.mapAll(condition).map(Qualifier.and)
    case .or(let parts): try parts.mapAll(condition).map(Qualifier.or)
    case .not(let inside): try condition(inside).map(Qualifier.not)
    }
  }
}

extension Expression {
  /// Gives what stands directly in the value, in the order it is written; entries of dictionaries by their keys.
  @inline(never)
  package func eachPart(_ operand: (Expression) -> Void, _ condition: (Qualifier) -> Void) {
    switch kind {
    case .literal, .path, .variable, .now, .today, .next, .computed: break
    case .list(let elements), .template(let elements), .call(_, let elements),
      .function(_, let elements):
      for element in elements { operand(element) }
    case .dictionary(let entries):
      for (_, entry) in entries.sorted(by: { $0.key < $1.key }) { operand(entry) }
    case .dateOffset(let base, _): operand(base)
    case .arithmetic(let left, _, let right):
      operand(left)
      operand(right)
    case .aggregate(let aggregate):
      // Both read the related rows.
      if let inside = aggregate.condition { condition(inside) }
      if let inside = aggregate.operand { operand(inside) }
    case .conditional(let test, let positive, let negative):
      condition(test)
      operand(positive)
      operand(negative)
    case .condition(let inside), .qualifier(let inside): condition(inside)
    }
  }

  /// Returns the expression with its operands and conditions mapped; `nil` when a closure returns `nil` for a part.
  package func mapParts<Fault: Error>(
    _ operand: (Expression) throws(Fault) -> Expression?,
    _ condition: (Qualifier) throws(Fault) -> Qualifier?
  ) throws(Fault) -> Expression? {
    let mapped: Kind?
    switch kind {
    case .literal, .path, .variable, .now, .today, .next, .computed: return self
    case .list(let elements): mapped = try elements.mapAll(operand).map(Kind.list)
    case .template(let parts): mapped = try parts.mapAll(operand).map(Kind.template)
    case .call(let name, let parameters):
      mapped = try parameters.mapAll(operand).map { .call(name, $0) }
    case .dictionary(let entries):
      mapped = try entries.mapAllValues(operand).map(Kind.dictionary)
    case .dateOffset(let base, let offset):
      mapped = try operand(base).map { .dateOffset($0, offset) }
    case .arithmetic(let left, let sign, let right):
      mapped = try [left, right].mapAll(operand).map { .arithmetic($0[0], sign, $0[1]) }
    case .function(let function, let parameters):
      mapped = try parameters.mapAll(operand).map { .function(function, $0) }
    case .aggregate(var aggregate):
      if let inside = aggregate.condition {
        guard let inside = try condition(inside) else { return nil }
        aggregate.condition = inside
      }
      if let inside = aggregate.operand {
        guard let inside = try operand(inside) else { return nil }
        aggregate.operand = inside
      }
      mapped = .aggregate(aggregate)
    case .conditional(let test, let positive, let negative):
      guard let test = try condition(test) else { return nil }
      mapped = try [positive, negative].mapAll(operand).map { .conditional(test, $0[0], $0[1]) }
    case .condition(let inside): mapped = try condition(inside).map(Kind.condition)
    case .qualifier(let inside): mapped = try condition(inside).map(Kind.qualifier)
    }
    return mapped.map { Expression($0, span: span) }
  }
}

extension Sequence {
  /// The results for all elements; `nil` as soon as there is none for one.
  @inlinable
  package func mapAll<Result, Fault: Error>(
    _ transform: (Element) throws(Fault) -> Result?
  ) throws(Fault) -> [Result]? {
    var results: [Result] = []
    results.reserveCapacity(underestimatedCount)
    for element in self {
      guard let result = try transform(element) else { return nil }
      results.append(result)
    }
    return results
  }
}

extension Dictionary {
  /// The results for all values; `nil` as soon as there is none for one.
  @inlinable
  package func mapAllValues<Result, Fault: Error>(
    _ transform: (Value) throws(Fault) -> Result?
  ) throws(Fault) -> [Key: Result]? {
    try values.mapAll(transform).map {
      Dictionary<Key, Result>(uniqueKeysWithValues: zip(keys, $0))
    }
  }
}
