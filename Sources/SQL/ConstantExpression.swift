import EntityStore
import FoundationEssentials
import Glibc
import Qualifiers

/// The evaluator for expressions without properties, whose values become constants in SQL.
///
/// An expression that cannot be computed is an error.
enum ConstantExpression {
  static func value(of expression: Qualifiers.Expression) throws(StoreError) -> Value {
    if let value = expression.evaluate(with: Constants()) { return value }
    throw .unsupported("The database cannot compute '\(expression)'.")
  }

  /// An evaluation context without properties and variables, which provides only the current time.
  private struct Constants: EvaluationContext {
    func value(at path: PropertyPath) -> Value? { nil }
    func value(ofVariable path: PropertyPath) -> Value? { nil }
    var now: Date { .localWallClock }
  }
}
