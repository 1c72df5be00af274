import Qualifiers
public import RuleEnvironment

/// A call in the language, as the value of a rule written in Swift: `\.formatter <= .call("number", "0.00 CHF")`.
public struct RuleCall: Sendable {
  fileprivate let expression: Expression

  /// A call of a function by its name, with its parameters in order.
  public static func call(_ name: String, _ parameters: any ValueConvertible...) -> RuleCall {
    let values = parameters.map { Expression(constant: $0.value) }
    return RuleCall(expression: Expression(.call(name, values)))
  }
}

/// The key is what a call makes.
public func <= (key: RuleKeyPath<String?>, call: RuleCall) -> RuleAssignment {
  let expression = call.expression
  return RuleAssignment(key) { _ in expression }
}
