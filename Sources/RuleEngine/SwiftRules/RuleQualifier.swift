import Diagnostics
public import Qualifiers
public import RuleEnvironment

/// A condition of objects as the value of a rule written in Swift: `.where("owner = $user.name")`.
///
/// A text that is no condition is a fault when rules are loaded, and the rule then picks no object.
public struct RuleQualifier: Sendable {
  /// The condition; `nil` where the text is none.
  let qualifier: Qualifier?
  /// The text and its first fault, where it is no condition.
  let unread: RuleAssignment.Unread?

  /// A condition in the language, as `where (…)` of rule files has it.
  public static func `where`(_ text: String) -> RuleQualifier {
    let (qualifier, faults) = Qualifier.parse(text)
    if let qualifier { return RuleQualifier(qualifier) }
    let fault = faults.first { $0.severity == .error }
    return RuleQualifier(
      unread: RuleAssignment.Unread(
        text: "where (\(text))",
        fault: RuleFault("syntax", fault?.message ?? "this is not a condition")
          .advising(fault?.suggestion)
      )
    )
  }

  /// A condition made by code.
  public init(_ qualifier: Qualifier) { (self.qualifier, unread) = (qualifier, nil) }

  private init(unread: RuleAssignment.Unread) { (qualifier, self.unread) = (nil, unread) }
}

/// The key picks the objects for which a condition holds.
public func <= (key: RuleKeyPath<Qualifier?>, condition: RuleQualifier) -> RuleAssignment {
  let expression = Expression(.qualifier(condition.qualifier ?? .constant(false)))
  var assignment = RuleAssignment(key) { _ in expression }
  assignment.unread = condition.unread
  return assignment
}

/// The key picks all objects.
public func <= (key: RuleKeyPath<Qualifier?>, none: _OptionalNilComparisonType) -> RuleAssignment {
  RuleAssignment(key) { _ in Expression(.literal(.null)) }
}

/// The key picks the objects for which the condition holds that a closure makes, and none where it makes none.
public func <= (
  key: RuleKeyPath<Qualifier?>,
  body: @escaping @Sendable (EnvironmentValues) -> RuleQualifier?
) -> RuleAssignment {
  let computed = ComputedValue.reading { (body($0)?.qualifier).map(Value.qualifier) }
  return RuleAssignment(key) { _ in Expression(.computed(computed)) }
}

/// Does not compile: a qualifier that is `nil` because its text has a mistake would pick all objects.
@available(
  *,
  unavailable,
  message: "write .where(\"…\"): a mistake in it fails when rules are loaded, and picks no object"
)
public func <= (key: RuleKeyPath<Qualifier?>, qualifier: Qualifier?) -> RuleAssignment {
  RuleAssignment(key) { _ in Expression(.qualifier(.constant(false))) }
}
