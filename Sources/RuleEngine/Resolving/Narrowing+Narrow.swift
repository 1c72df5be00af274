import Qualifiers
import RuleEnvironment

extension AnyKey {
  /// The value of a rule that cannot compute its own: for a right, and for a key that picks objects, the one that gives least.
  ///
  /// `nil` for any other key, of which the next rule is asked.
  var refusal: Value? { narrowing?.refusal ?? (picksObjects ? .qualifier(.constant(false)) : nil) }

  /// Whether it holds a qualifier.
  var picksObjects: Bool {
    typeName == Qualifier.typeName || typeName == Qualifier?.typeName
  }
}

extension Narrowing {
  /// The value of a rule that cannot compute its own: the one that gives least.
  ///
  /// A list of forbidden names has no longest one.
  var refusal: Value? {
    switch self {
    case .onlyToFalse: .bool(false)
    case .onlyToTrue: .bool(true)
    case .onlyFewer: .list([])
    // A demand that nothing meets.
    case .onlyFromNull: .string("")
    case .onlyConjunction: .qualifier(.constant(false))
    case .onlyMore, .never: nil
    }
  }

  /// Returns `base` as narrowed by the `value` of a layer that may only narrow, and whether the value tried to widen it.
  func narrow(_ base: Value, by value: Value) -> (value: Value, isWidened: Bool) {
    switch self {
    case .onlyToFalse:
      (value == .bool(false) ? value : base, value == .bool(true) && base == .bool(false))
    case .onlyToTrue:
      (value == .bool(true) ? value : base, value == .bool(false) && base == .bool(true))
    case .onlyFewer: fewer(base, value)
    case .onlyMore: (more(base, value), false)
    case .onlyConjunction: (conjunction(base, value), false)
    case .onlyFromNull: (base.isNull ? value : base, !base.isNull && value != base)
    case .never: (base, value != base)
    }
  }

  private func fewer(_ base: Value, _ value: Value) -> (Value, Bool) {
    guard case .list(let allowed) = base, case .list(let wanted) = value else {
      return (base, value != base)
    }
    let kept = wanted.filter(allowed.contains)
    return (.list(kept), kept.count < wanted.count)
  }

  private func more(_ base: Value, _ value: Value) -> Value {
    guard case .list(let given) = base, case .list(let added) = value else { return base }
    return .list(given + added.filter { !given.contains($0) })
  }

  private func conjunction(_ base: Value, _ value: Value) -> Value {
    guard let added = value.qualifier else { return base }
    guard let given = base.qualifier else { return base.isNull ? value : base }
    return .qualifier(.all([given, added]))
  }
}
