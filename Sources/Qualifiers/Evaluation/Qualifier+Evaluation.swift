import FoundationEssentials

extension Qualifier {
  /// Tests the condition; `nil` when the outcome is not known, which counts as not true.
  ///
  /// 1. A comparison with null is unknown; `is null` is not.
  /// 2. What cannot be compared, a text with a list say, is not equal; whether it is less is unknown.
  /// 3. A list on either side of a comparison, as a path through a to-many relationship gives, is true when any element
  ///    is; of no element it is false. Two lists are equal when their elements are.
  /// 4. `in` with a null among the members is unknown unless another member is equal.
  /// 5. `like`, `matches` and the others on text take numbers and dates by their plain text.
  /// 6. What did not answer makes the outcome not known, unless the rest decides it.
  package func evaluate(with context: some EvaluationContext) -> Bool? {
    truth(with: context).bool
  }

  /// Tests the condition, and tells null from what did not answer.
  package func truth(with context: some EvaluationContext) -> Truth {
    switch self {
    case .constant(let value):
      return Truth(value)
    case .comparison(let left, let comparison, let right):
      guard let left = left.evaluate(with: context), let right = right.evaluate(with: context)
      else { return .unanswered }
      return comparison.test(left, right)
    case .isNull(let tested):
      guard let value = tested.evaluate(with: context) else { return .unanswered }
      guard case .list(let elements) = value else { return Truth(value.isNull) }
      return Truth(elements.contains(where: \.isNull))
    case .between(let tested, let low, let high):
      guard let value = tested.evaluate(with: context), let low = low.evaluate(with: context),
        let high = high.evaluate(with: context)
      else { return .unanswered }
      return value.truth(between: low, and: high)
    case .in(let tested, let members):
      guard let value = tested.evaluate(with: context),
        let members = members.evaluate(with: context)
      else { return .unanswered }
      return value.truth(in: members)
    case .truth(let tested):
      return tested.evaluate(with: context)?.truth ?? .unanswered
    case .and(let parts):
      return !Truth.any(of: parts) { !$0.truth(with: context) }
    case .or(let branches):
      return Truth.any(of: branches) { $0.truth(with: context) }
    case .not(let inside):
      return !inside.truth(with: context)
    }
  }
}

extension Qualifier.Operator {
  /// Compares two values as conditions do; see ``Qualifier/evaluate(with:)``.
  package func test(_ left: Value, _ right: Value) -> Truth {
    guard !left.isNull, !right.isNull else { return .unknown }
    if case .list(let elements) = left {
      if self == .contains { return right.truth(in: left) }
      if case .list = right, self == .equal || self == .notEqual {
        return Truth((left.compare(right) == .equal) == (self == .equal))
      }
      return Truth.any(of: elements) { test($0, right) }
    }
    if case .list(let elements) = right {
      return Truth.any(of: elements) { test(left, $0) }
    }
    switch self {
    case .equal: return Truth(left.compare(right) == .equal)
    case .notEqual: return Truth(left.compare(right) != .equal)
    case .less: return left.compare(right).map { Truth($0 == .less) } ?? .unknown
    case .lessOrEqual: return left.compare(right).map { Truth($0 != .greater) } ?? .unknown
    case .greater: return left.compare(right).map { Truth($0 == .greater) } ?? .unknown
    case .greaterOrEqual: return left.compare(right).map { Truth($0 != .less) } ?? .unknown
    case .like, .ilike, .matches, .contains, .beginsWith, .endsWith:
      guard let text = left.plainText, let pattern = right.plainText else { return .unknown }
      return test(text, pattern)
    }
  }

  /// Tests the operators on text.
  private func test(_ text: String, _ pattern: String) -> Truth {
    switch self {
    case .like: return Truth(LikePattern(pattern).matches(text))
    case .ilike: return Truth(LikePattern(pattern, ignoringCase: true).matches(text))
    case .contains: return Truth(pattern.isEmpty || text.contains(pattern))
    case .beginsWith: return Truth(text.hasPrefix(pattern))
    case .endsWith: return Truth(text.hasSuffix(pattern))
    case .matches:
      guard let expression = CompiledPatterns.shared.expression(pattern) else { return .unknown }
      return Truth(expression.isFound(in: text))
    default: return .unknown
    }
  }
}

extension Value {
  /// The truth of the value when it is used as a condition.
  ///
  /// A number is true unless it is 0. A text is true or false if it is a word for that, else unknown. Objects, dictionaries,
  /// dates and bytes are true. A list is true if any element is. Null is unknown.
  package var truth: Truth {
    switch self {
    case .null: .unknown
    case .bool(let value): Truth(value)
    case .int(let value): Truth(value != 0)
    case .double(let value): Truth(value != 0)
    case .decimal(let value): Truth(value != 0)
    case .string(let text): Value(text, like: .bool(true)).map(\.truth) ?? .unknown
    case .date, .data, .dictionary, .object: .yes
    case .list(let elements): Truth.any(of: elements, \.truth)
    }
  }

  /// `in`: whether this is equal to one of the members; a list of lists is taken flat.
  func truth(in members: Value) -> Truth {
    guard !isNull else { return .unknown }
    if case .list(let elements) = self {
      return Truth.any(of: elements) { $0.truth(in: members) }
    }
    switch members {
    case .list(let elements): return Truth.any(of: elements, truth(in:))
    case .dictionary(let entries): return Truth.any(of: entries.keys) { truth(in: .string($0)) }
    default: return Qualifier.Operator.equal.test(self, members)
    }
  }

  /// `between`, both ends included; of a list, whether one element lies there.
  func truth(between low: Value, and high: Value) -> Truth {
    if case .list(let elements) = self {
      return Truth.any(of: elements) { $0.truth(between: low, and: high) }
    }
    let above = Qualifier.Operator.greaterOrEqual.test(self, low)
    let below = Qualifier.Operator.lessOrEqual.test(self, high)
    return !Truth.any(of: [above, below]) { !$0 }
  }

  /// The text that operators on text see; `nil` for what has none.
  var plainText: String? {
    switch self {
    case .string(let text): text
    case .bool, .int, .double, .decimal, .date: description
    case .null, .data, .list, .dictionary, .object: nil
    }
  }
}
