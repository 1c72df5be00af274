/// A value, or as `true` and `false` a condition, that a Swift closure of the program computes.
///
/// Rules written in Swift have them. The rule language has no spelling for one: it prints as `{ … }` and no file can hold it.
package final class ComputedValue: Sendable {
  private let compute: @Sendable (any EvaluationContext) -> Value?

  /// A value computed from what `compute` reads of the context; `nil` when it does not answer.
  package init(_ compute: @escaping @Sendable (any EvaluationContext) -> Value?) {
    self.compute = compute
  }

  /// Runs the closure.
  func value(with context: any EvaluationContext) -> Value? { compute(context) }
}

extension ComputedValue: Hashable {
  /// Whether both are the very same closure.
  package static func == (left: ComputedValue, right: ComputedValue) -> Bool { left === right }

  /// Hashes what ``==(_:_:)`` compares.
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
