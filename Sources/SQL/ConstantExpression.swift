import EntityStore
import FoundationEssentials
import Glibc
import Qualifiers

/// The value of an expression that reads no property.
enum ConstantExpression {
  static func value(of expression: Qualifiers.Expression) throws(StoreError) -> Value {
    if let value = expression.evaluate(with: Constants()) { return value }
    throw .unsupported("The database cannot compute '\(expression)'.")
  }

  /// Answers nothing but the time.
  private struct Constants: EvaluationContext {
    func value(at path: PropertyPath) -> Value? { nil }
    func value(ofVariable path: PropertyPath) -> Value? { nil }
    var now: Date { .localWallClock }
  }
}
