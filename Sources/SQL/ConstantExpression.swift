import EntityStore
import FoundationEssentials
import Glibc
import Qualifiers

/// The evaluator for expressions without properties, whose values become constants in SQL.
final class ConstantExpression: EvaluationContext {
  private var fault: ExpressionFault?

  /// The value; an expression that cannot be computed is an error.
  static func value(of expression: Qualifiers.Expression) throws(StoreError) -> Value {
    if let value = expression.evaluate(with: ConstantExpression()) { return value }
    throw .unsupported("The database cannot compute '\(expression)'.")
  }

  /// Whether operands have no result: each row that reaches such a constant tells the fault, as in memory.
  static func hasFault(_ expression: Qualifiers.Expression) -> Bool {
    let constants = ConstantExpression()
    return expression.evaluate(with: constants) == nil && constants.fault != nil
  }

  /// There are no properties.
  func value(at path: PropertyPath) -> Value? { nil }
  /// There are no variables.
  func value(ofVariable path: PropertyPath) -> Value? { nil }
  var now: Date { .localWallClock }
  func report(_ fault: ExpressionFault) { self.fault = fault }
}
