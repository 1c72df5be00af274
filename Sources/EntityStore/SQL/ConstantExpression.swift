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

extension Date {
  /// What the clock on the wall shows, kept as if it were UTC.
  static var localWallClock: Date {
    var seconds = time(nil)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return Date(timeIntervalSince1970: Double(seconds + parts.tm_gmtoff))
  }
}
