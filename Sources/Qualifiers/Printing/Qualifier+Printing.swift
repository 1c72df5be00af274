extension Qualifier: CustomStringConvertible {
  /// The condition in the rule language; it parses back to the same condition.
  public var description: String { text(within: .or) }

  /// The precedence of the operators of a condition, from `or` to comparisons.
  ///
  /// When a condition is printed, one that binds more loosely than its context needs gets parentheses.
  private enum OperatorPrecedence: Int {
    case or, and, not, comparison
  }

  private var tightness: OperatorPrecedence {
    switch self {
    case .or(let branches): branches.count > 1 ? .or : .comparison
    case .and(let parts): parts.count > 1 ? .and : .comparison
    case .not(let inside): inside.negatedText == nil ? .not : .comparison
    default: .comparison
    }
  }

  private func text(within place: OperatorPrecedence) -> String {
    tightness.rawValue < place.rawValue ? "(\(text))" : text
  }

  private var text: String { text(not: "") }

  /// The condition, with `not` before the word of its operator.
  private func text(not: String) -> String {
    switch self {
    case .constant(let value):
      value ? "*true*" : "*false*"
    case .comparison(let left, let comparison, let right):
      comparison.text(left, right, not: not)
    case .isNull(let tested):
      "\(tested.operandText) is \(not)null"
    case .between(let tested, let low, let high):
      "\(tested.operandText) \(not)between \(low.operandText) and \(high.operandText)"
    case .in(let tested, let members):
      "\(tested.operandText) \(not)in \(members.membersText)"
    case .truth(let tested):
      tested.operandText
    case .and(let parts):
      Self.joined(parts, " and ", within: .not, empty: "*true*")
    case .or(let branches):
      Self.joined(branches, " or ", within: .and, empty: "*false*")
    case .not(let inside):
      inside.negatedText ?? inside.prefixedText
    }
  }

  private static func joined(
    _ parts: [Qualifier],
    _ word: String,
    within place: OperatorPrecedence,
    empty: String
  ) -> String {
    parts.isEmpty ? empty : parts.map { $0.text(within: place) }.joined(separator: word)
  }

  /// The opposite by an operator of its own: `a is not null`, `a not like b`.
  private var negatedText: String? {
    switch self {
    case .comparison(_, let comparison, _) where comparison.looksAtWhole: nil
    case .isNull, .between, .in, .comparison: text(not: "not ")
    default: nil
    }
  }

  private var prefixedText: String {
    switch self {
    case .comparison: "not (\(text))"
    default: "not \(text(within: .not))"
    }
  }
}

extension Qualifier.Operator {
  /// A comparison; a null that is compared stands in parentheses: `a = null` means `a is null`.
  fileprivate func text(_ left: Expression, _ right: Expression, not: String) -> String {
    let isEquality = self == .equal || self == .notEqual
    let texts = [left, right].map {
      isEquality && $0.kind == .literal(.null) ? "(null)" : $0.operandText
    }
    return "\(texts[0]) \(not)\(rawValue) \(texts[1])"
  }
}
