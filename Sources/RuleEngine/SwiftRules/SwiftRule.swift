precedencegroup RuleArrowPrecedence {
  lowerThan: LogicalDisjunctionPrecedence
  higherThan: TernaryPrecedence
}

/// Stands between the condition of a rule and what it assigns.
infix operator => : RuleArrowPrecedence

/// A rule written in Swift: `\.task == "edit" => \.title <= "Edit"`.
public struct SwiftRule: Sendable {
  /// The conditions of the groups around it, outermost first.
  var outerConditions: [RuleCondition] = []
  var condition: RuleCondition?
  var assignments: [RuleAssignment]
  var priority: RulePriority?
  var documentation: String?
  var isEnabled = true
  var allowances: [(ids: [String], reason: String)] = []
  /// The source file and line of the rule; `nil` until a result builder takes it.
  var place: (file: String, line: Int)?

  init(_ condition: RuleCondition?, _ assignments: [RuleAssignment]) {
    (self.condition, self.assignments) = (condition, assignments)
  }
}

/// Makes a rule that gives a key its value where a condition holds.
///
/// This is the only overload of `=>`: more overloads slow down type checking of mistyped rules about a hundredfold.
public func => (condition: RuleCondition, assignment: RuleAssignment) -> SwiftRule {
  SwiftRule(condition, [assignment])
}

/// The priority of a rule, compared first among rules of one layer.
///
/// Write a number, or one of the names that rule files use.
public struct RulePriority: Sendable, Hashable, ExpressibleByIntegerLiteral {
  /// The number.
  public let number: Int

  /// A priority of one's own.
  public init(_ number: Int) { self.number = number }
  /// A priority of one's own.
  public init(integerLiteral number: Int) { self.number = number }

  /// Number 0.
  public static let fallback: RulePriority = 0
  /// Number 50.
  public static let low: RulePriority = 50
  /// Number 100, as of a rule that says nothing.
  public static let `default`: RulePriority = 100
  /// Number 150.
  public static let high: RulePriority = 150
  /// Number 1000.
  public static let important: RulePriority = 1000
}

// MARK: - What is said of rules

extension SwiftRule {
  func changed(_ change: (inout SwiftRule) -> Void) -> SwiftRule {
    var rule = self
    change(&rule)
    return rule
  }

  /// The rule with another priority.
  public func priority(_ priority: RulePriority) -> SwiftRule {
    changed { $0.priority = priority }
  }

  /// The rule with a text that explanations and lists show beside it.
  public func documentation(_ text: String) -> SwiftRule {
    changed { $0.documentation = text }
  }

  /// The rule kept and judged, but never asked.
  public func disabled(_ isDisabled: Bool = true) -> SwiftRule {
    changed { $0.isEnabled = !isDisabled }
  }

  /// The rule without the warnings of some lints, and why.
  public func allowing(_ lints: String..., because reason: String) -> SwiftRule {
    changed { $0.allowances.append((lints, reason)) }
  }
}

extension [SwiftRule] {
  /// The rules with another priority, but for those that have one of their own.
  public func priority(_ priority: RulePriority) -> [SwiftRule] {
    map { $0.priority($0.priority ?? priority) }
  }

  /// The rules with a text that explanations and lists show beside them, but for those that have one of their own.
  public func documentation(_ text: String) -> [SwiftRule] {
    map { $0.documentation($0.documentation ?? text) }
  }

  /// The rules without the warnings of some lints, and why.
  public func allowing(_ lints: String..., because reason: String) -> [SwiftRule] {
    map { rule in rule.changed { $0.allowances.append((lints, reason)) } }
  }

  /// The rules kept and judged, but never asked.
  public func disabled(_ isDisabled: Bool = true) -> [SwiftRule] {
    isDisabled ? map { $0.disabled() } : self
  }
}

/// The rules inside, each with `condition` before its own: `when(\.task == "edit") { … }`.
public func when(_ condition: RuleCondition, @RuleBuilder _ rules: () -> [SwiftRule])
  -> [SwiftRule]
{
  rules().map { rule in rule.changed { $0.outerConditions.insert(condition, at: 0) } }
}

/// The rules inside, where the flag is true.
public func when(_ flag: RuleKeyPath<Bool>, @RuleBuilder _ rules: () -> [SwiftRule])
  -> [SwiftRule]
{
  when(RuleCondition(flag), rules)
}

/// The rules inside with a priority, but for those that have one of their own: `priority(.low) { \.look <= "light" }`.
public func priority(_ priority: RulePriority, @RuleBuilder _ rules: () -> [SwiftRule])
  -> [SwiftRule]
{
  rules().priority(priority)
}
