package import Diagnostics
package import Qualifiers
package import RuleEnvironment

/// A checker of the names and value types in the rules of one source, run at loading, before they are compiled.
///
/// Collects the diagnostics and passes on the rules without a fault.
package struct RuleChecker {
  package let vocabulary: Vocabulary
  package let names: KnownNames
  package let layer: Layer
  package let source: SourceText
  package private(set) var diagnostics = DiagnosticList()
  /// Faults of the rule at hand.
  private(set) var faults = 0
  private let keyNames: [String]
  /// The warnings that comments of the rule at hand keep quiet.
  package private(set) var allowedLints: Set<String> = []
  /// The conditions of `when` blocks that have a fault; no rule in such a block counts.
  private var faultyBlocks: Set<Qualifier> = []
  /// The positions of faults already reported, so that rules that share a block report each only once.
  private var told: Set<SourceSpan> = []
  /// Keys that are declared with a mistake, which is told there and not of each rule that uses them.
  var faultyKeys: Set<String> = []
  /// The subject of the rule being checked.
  package private(set) var subject: RuleSubject?

  package init(vocabulary: Vocabulary, names: KnownNames, layer: Layer, source: SourceText) {
    self.vocabulary = vocabulary
    self.names = names
    self.layer = layer
    self.source = source
    keyNames = vocabulary.names
  }

  /// The rules of one statement; a fault in the condition loses all of them, one in an assignment only that.
  ///
  /// One that answers a permission key is kept as a denial; see docs/decisions/0006.
  package mutating func drafts(of syntax: RuleSyntax) -> [Rule.Draft] {
    guard !syntax.isInUnreadBlock else { return denials(inUnreadBlock: syntax) }
    begin(syntax.allowances)
    checkCondition(syntax.condition)
    let condition = Qualifier.all(syntax.outerConditions + [syntax.condition])
    let areBlocksGood = hasValidEnclosingBlocks(syntax.outerConditions)
    subject = areBlocksGood && faults == 0 ? subject(of: condition) : nil
    checkObjectPaths(in: condition, of: subject)
    checkKinds(in: condition, of: subject)
    let isConditionGood = faults == 0 && areBlocksGood
    return syntax.assignments.compactMap { assignment -> Rule.Draft? in
      faults = 0
      guard let (name, key) = target(of: assignment) else { return nil }
      let value = assignment.value
      if let fault = assignment.unread {
        report(fault, at: value.span)
      } else if let className = assignment.unreadClass {
        report(.unknownClass(className), at: assignment.span)
      } else {
        check(value, for: key, named: name)
        checkObjectPaths(in: value, of: subject)
        checkKinds(in: value, for: key, of: subject)
      }
      let isValueGood = faults == 0
      if isValueGood { checkNarrowing(value, of: key, named: name) }
      guard isValueGood, isConditionGood else {
        return denial(of: assignment, in: syntax, key, isValueGood: isValueGood)
      }
      guard faults == 0 else { return nil }
      return draft(of: assignment, in: syntax, for: key, where: condition)
    }
  }

  /// A rule that answers `key` as its text says.
  package func draft(
    of assignment: RuleSyntax.Assignment,
    in syntax: RuleSyntax,
    for key: any AnyKey,
    where condition: Qualifier
  ) -> Rule.Draft {
    Rule.Draft(
      key: key,
      keyName: assignment.key.first,
      condition: condition,
      value: assignment.value,
      layer: layer,
      priority: syntax.priority,
      source: source,
      span: syntax.span,
      assignmentSpan: assignment.span,
      documentation: syntax.documentation,
      isEnabled: syntax.isEnabled,
      allowedLints: allowedLints
    )
  }

  /// Judges the condition of a `when` block, once for all rules in it.
  mutating func checkBlock(_ condition: Qualifier, _ allowances: [RuleSyntax.Allowance]) {
    begin(allowances)
    checkCondition(condition)
    if faults > 0 { faultyBlocks.insert(condition) }
  }

  /// Whether none of the conditions of the blocks around a rule has a fault.
  func hasValidEnclosingBlocks(_ conditions: [Qualifier]) -> Bool {
    faultyBlocks.isEmpty || faultyBlocks.isDisjoint(with: conditions)
  }

  /// Forgets what was found about others, and takes over what comments at this rule or block allow.
  package mutating func begin(_ allowances: [RuleSyntax.Allowance]) {
    faults = 0
    allowedLints = []
    checkAllowances(allowances)
  }

  package mutating func report(
    _ fault: RuleFault,
    at span: SourceSpan?,
    _ severity: Diagnostic.Severity = .error,
    costsRule: Bool = true
  ) {
    if severity == .error, costsRule { faults += 1 }
    guard severity == .error || !allowedLints.contains(fault.id) else { return }
    if let name = fault.unknownKey, faultyKeys.contains(name) { return }
    diagnostics.append(fault.diagnostic(severity, in: source, at: span ?? SourceSpan(0, 0)))
  }

  /// Reports what is wrong at a place that several rules share, for the others it only counts.
  mutating func reportOnce(_ fault: RuleFault, at span: SourceSpan?) {
    guard let span, !told.insert(span).inserted else { return report(fault, at: span) }
    faults += 1
  }

  /// Returns the first error for which `judge` would drop the rule, without reporting it; `nil` when there is none.
  package mutating func firstFault(_ judge: (inout Self) -> Void) -> String? {
    let others = (diagnostics, faults, told)
    (diagnostics, faults, told) = (DiagnosticList(), 0, [])
    judge(&self)
    defer { (diagnostics, faults, told) = others }
    guard faults > 0 else { return nil }
    return diagnostics.all.first { $0.severity == .error }?.message
  }

  /// Takes over what comments allow; each names lints that exist, and says why.
  private mutating func checkAllowances(_ allowances: [RuleSyntax.Allowance]) {
    for allowance in allowances {
      if allowance.reason.isEmpty { report(.allowedWithoutReason, at: allowance.span, .warning) }
      for id in allowance.ids where !FaultKind.ids.contains(id) {
        let near = nearest(to: id, in: FaultKind.ids)
        report(.unknownLint(id, near: near), at: allowance.span, .warning)
      }
      if !allowance.reason.isEmpty { allowedLints.formUnion(allowance.ids) }
    }
  }

  func nearestKey(to name: String) -> String? { nearest(to: name, in: keyNames) }

  /// The name that was probably meant; not looked for once there are so many faults that they are only counted.
  func nearest(to name: String, in names: [String]) -> String? {
    diagnostics.isFull ? nil : likelyName(by: name, in: names)
  }

  // MARK: Targets

  private mutating func target(of assignment: RuleSyntax.Assignment) -> (String, any AnyKey)? {
    let name = assignment.key.first
    guard let key = vocabulary[name] else {
      report(.unknownKey(name, near: nearestKey(to: name)), at: assignment.keySpan)
      return nil
    }
    guard assignment.key.components.count == 1 else {
      report(.keyPathAssigned(assignment.key), at: assignment.keySpan)
      return nil
    }
    guard key.isAssignable else {
      report(.notAssignable(name), at: assignment.keySpan)
      return nil
    }
    guard isAnswered(key) else {
      report(.siteKey(name, layer: layer), at: assignment.keySpan)
      return nil
    }
    return (name, key)
  }

  /// Whether rules of the layer may answer the key at all.
  package func isAnswered(_ key: any AnyKey) -> Bool { layer == .site || !key.isOfSite }

  // MARK: Permissions

  /// A constant by which a user would widen a permission; what is not constant is narrowed when it answers.
  package mutating func checkNarrowing(
    _ value: Expression,
    of key: any AnyKey,
    named name: String
  ) {
    guard layer.mayOnlyNarrow, let narrowing = key.narrowing else { return }
    let widens =
      switch (narrowing, value.constant) {
      case (.never, _), (.onlyToFalse, .bool(true)), (.onlyToTrue, .bool(false)),
        (.onlyFromNull, .null):
        true
      default: false
      }
    if widens { report(.widens(name, layer: layer, narrowing), at: value.span) }
  }
}

extension Expression {
  /// The value of an expression that reads nothing.
  package var constant: Value? {
    switch kind {
    case .literal(let value): return value
    case .list(let elements): return elements.mapAll(\.constant).map(Value.list)
    case .dictionary(let entries):
      return entries.mapAllValues(\.constant).map(Value.dictionary)
    case .condition(.constant(let flag)): return .bool(flag)
    case .call(let name, let parameters):
      return parameters.mapAll(\.constant).map { .string(Expression.call(name, $0)) }
    default: return nil
    }
  }
}
