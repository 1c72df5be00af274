package import Qualifiers

/// A path and the constants of which it must equal one for a condition to hold: `path in ('a', 'b')`.
package struct PathConstraint: Hashable {
  package let path: PropertyPath
  package let values: Set<Value>

  package init(path: PropertyPath, values: Set<Value>) {
    (self.path, self.values) = (path, values)
  }

  /// The demand as an `in` condition.
  package var qualifier: Qualifier {
    let members = values.map { Expression(.literal($0)) }
    return .in(Expression(.path(path)), Expression(.list(members)))
  }
}

extension Qualifier {
  /// The path and its allowed values for `path = 'a'`, `path in ('a', 'b')` or `path = 'a' or path = 'b'`; else `nil`.
  package var demand: PathConstraint? {
    switch self {
    case .comparison:
      guard let (path, value) = requiredEquality, !value.isNull else { return nil }
      return PathConstraint(path: path, values: [value])
    case .in(let operand, let members):
      guard let path = operand.path, case .list(let values)? = members.constant, !values.isEmpty,
        !values.contains(where: { $0.isNull || $0.isList })
      else { return nil }
      return PathConstraint(path: path, values: Set(values))
    case .or(let branches):
      let demands = branches.compactMap(\.demand)
      guard let path = demands.first?.path, demands.count == branches.count,
        demands.allSatisfy({ $0.path == path })
      else { return nil }
      return PathConstraint(
        path: path,
        values: demands.reduce(into: []) { $0.formUnion($1.values) }
      )
    default: return nil
    }
  }

  /// The demands that all branches of an `or` share, with the values of all branches; empty for other conditions.
  var demandsOfBranches: [PathConstraint] {
    guard case .or(let branches) = self, demand == nil, let first = branches.first else {
      return []
    }
    let others = branches.dropFirst().map(\.demandsOfParts)
    return first.demandsOfParts.compactMap { demand in
      var values = demand.values
      for demands in others {
        guard let other = demands.first(where: { $0.path == demand.path }) else { return nil }
        values.formUnion(other.values)
      }
      return PathConstraint(path: demand.path, values: values)
    }
  }

  private var demandsOfParts: [PathConstraint] {
    if let demand { return [demand] }
    guard case .and(let parts) = self else { return demandsOfBranches }
    return parts.flatMap(\.demandsOfParts)
  }
}

extension Qualifier {
  /// Whether both compare the same thing, and no value is in both ranges: `width < 60` and `width >= 120`.
  func excludesByOrder(_ other: Qualifier) -> Bool {
    guard case .comparison(let left, let comparison, let limit) = self,
      case .comparison(let otherLeft, let otherComparison, let otherLimit) = other,
      left == otherLeft
    else { return false }
    guard limit != otherLimit else { return comparison.excludes(otherComparison) }
    guard let limit = limit.constant, let otherLimit = otherLimit.constant else { return false }
    let isBelow = Operator.less.test(limit, otherLimit) == .yes
    let isAbove = Operator.greater.test(limit, otherLimit) == .yes
    return isBelow && comparison.isUpperLimit && otherComparison.isLowerLimit
      || isAbove && comparison.isLowerLimit && otherComparison.isUpperLimit
  }

  /// The keys without which the condition does not hold.
  package var neededKeys: Set<String> {
    switch self {
    case .comparison(let left, _, let right): Self.keys([left, right])
    case .in(let operand, _), .between(let operand, _, _), .truth(let operand),
      .not(.isNull(let operand)):
      Self.keys([operand])
    case .or(let branches):
      branches.dropFirst().reduce(branches.first?.neededKeys ?? []) {
        $0.intersection($1.neededKeys)
      }
    case .and(let parts): parts.reduce(into: []) { $0.formUnion($1.neededKeys) }
    case .constant, .isNull, .not: []
    }
  }

  private static func keys(_ operands: [Expression]) -> Set<String> {
    Set(operands.compactMap(\.path?.first))
  }
}

extension Qualifier.Operator {
  fileprivate var isUpperLimit: Bool { [.less, .lessOrEqual, .equal].contains(self) }
  fileprivate var isLowerLimit: Bool { [.greater, .greaterOrEqual, .equal].contains(self) }

  /// Whether no value is in both ranges that end at one limit.
  fileprivate func excludes(_ other: Self) -> Bool {
    switch (self, other) {
    case (.less, .equal), (.less, .greater), (.less, .greaterOrEqual), (.equal, .less),
      (.equal, .greater), (.greater, .less), (.greater, .equal), (.greater, .lessOrEqual),
      (.lessOrEqual, .greater), (.greaterOrEqual, .less), (.equal, .notEqual),
      (.notEqual, .equal):
      true
    default: false
    }
  }
}
