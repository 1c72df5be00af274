import Diagnostics
import Qualifiers
import RuleEnvironment

// Rules with a fault that answer permission keys. They are not left out like others: then what they were to forbid
// would be allowed. Their key permits nothing wherever they may have been meant to hold.
extension RuleChecker {
  /// Returns the denial that replaces a faulty assignment to a permission key.
  ///
  /// `nil` means that leaving out the assignment permits nothing more.
  mutating func denial(
    of assignment: RuleSyntax.Assignment,
    in syntax: RuleSyntax,
    _ key: any AnyKey,
    isValueGood: Bool
  ) -> Rule.Draft? {
    guard syntax.isEnabled, !(isValueGood && key.permitsMost(assignment.value.constant)) else {
      return nil
    }
    let conditions = syntax.outerConditions + [syntax.condition]
    var draft = denial(by: key, relaxed(conditions), span: syntax.span)
    draft?.assignmentSpan = assignment.span
    draft?.documentation = syntax.documentation
    if !syntax.isInUnreadBlock {
      draft?.priority = syntax.priority
      draft?.rankedBy = .all(conditions)
    }
    return draft
  }

  /// Returns the denials for a rule in a block whose condition could not be parsed; that fault is already reported.
  mutating func denials(inUnreadBlock syntax: RuleSyntax) -> [Rule.Draft] {
    syntax.assignments.compactMap { assignment -> Rule.Draft? in
      guard let key = assignableKey(assignment.key) else { return nil }
      let fault = firstFault { $0.check(assignment.value, for: key, named: assignment.key.first) }
      return denial(of: assignment, in: syntax, key, isValueGood: fault == nil)
    }
  }

  /// Returns the denials for a rule that could not be parsed itself.
  mutating func denials(of rule: UnreadRule) -> [Rule.Draft] {
    let own = rule.head.map { [$0.condition] } ?? []
    let conditions = rule.outerConditions + own
    return rule.keys.compactMap { path -> Rule.Draft? in
      guard let key = assignableKey(path) else { return nil }
      var draft = denial(by: key, relaxed(conditions), span: rule.span)
      if let head = rule.head, !rule.isInUnreadBlock {
        draft?.priority = head.priority
        draft?.rankedBy = .all(conditions)
      }
      return draft
    }
  }

  private func assignableKey(_ path: PropertyPath) -> (any AnyKey)? {
    guard path.components.count == 1, let key = vocabulary[path.first], key.isAssignable,
      isAnswered(key)
    else { return nil }
    return key
  }

  /// A rule by which a key permits nothing, asked before all others of the layer: what it was to beat is not known.
  private func denial(
    by key: any AnyKey,
    _ condition: Qualifier,
    span: SourceSpan
  ) -> Rule.Draft? {
    // Rules of a layer that may only narrow forbid nothing that another layer relies on, but may demand what none does.
    guard !layer.mayOnlyNarrow || key.narrowing == .onlyFromNull, let value = refusal(of: key),
      let name = vocabulary.name(of: key)
    else { return nil }
    return Rule.Draft(
      key: key,
      keyName: name,
      condition: condition,
      value: value,
      layer: layer,
      priority: .max,
      source: source,
      span: span,
      assignmentSpan: span,
      isDenial: true
    )
  }

  /// The value of a key that permits least; `nil` when it is no permission.
  private func refusal(of key: any AnyKey) -> Expression? {
    switch key.narrowing {
    case .onlyMore:
      // Of names that are forbidden the longest list is that of all.
      guard let domain = key.names, let all = names[domain] else { return nil }
      return Expression(.literal(.list(all.map { .string($0) })))
    default: return key.refusal.map(Expression.init(constant:))
    }
  }

  /// Returns the conditions with every faulty part replaced by true.
  private mutating func relaxed(_ conditions: [Qualifier]) -> Qualifier {
    .all(conditions.map { relaxed($0) })
  }

  private mutating func relaxed(_ condition: Qualifier) -> Qualifier {
    switch condition {
    case .and(let parts): return relaxed(parts)
    case .or(let parts):
      let branches = parts.map { relaxed($0) }
      return branches.contains(.constant(true)) ? .constant(true) : .or(branches)
    default:
      let fault = firstFault {
        $0.checkCondition(condition)
        $0.checkObjectPaths(in: condition, of: $0.subject)
        $0.checkKinds(in: condition, of: $0.subject)
      }
      return fault == nil ? condition : .constant(true)
    }
  }
}

extension AnyKey {
  /// Whether a value gives all that the key can give, so that a rule that says it takes nothing away.
  fileprivate func permitsMost(_ value: Value?) -> Bool {
    switch (narrowing, value) {
    case (.onlyToFalse, .bool(true)), (.onlyToTrue, .bool(false)): true
    default: false
    }
  }
}
