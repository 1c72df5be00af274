package import FoundationEssentials

/// The source of values for evaluating conditions and expressions.
///
/// In a rule, plain paths read the environment's keys. In a fetch, plain paths read the fetched object and `$` paths the
/// environment.
package protocol EvaluationContext {
  /// The value at `path`; `nil` when there is none or it is not loaded yet: what depends on it does not answer.
  func value(at path: PropertyPath) -> Value?
  /// The value of `$path`; `nil` as for ``value(at:)``.
  func value(ofVariable path: PropertyPath) -> Value?
  /// The wall-clock time that `now` and `today` mean.
  var now: Date { get }
  /// The kind of the dates at a path: a day, a date or a time; `anything` where it is not known.
  func dateKind(at path: PropertyPath) -> ComparedKind
  /// The value of an aggregate over related rows; `nil` as for ``value(at:)``.
  func value(of aggregate: PathAggregate) -> Value?
  /// The answer of the next rule for the same key; `nil` outside rules and as for ``value(at:)``.
  func nextAnswer() -> Value?
  /// Records why an expression has no value, such as an integer overflow; `nil` is returned for it.
  func report(_ fault: ExpressionFault)
}

extension EvaluationContext {
  /// Computed from the objects at the path of the aggregate.
  package func value(of aggregate: PathAggregate) -> Value? { aggregate.evaluate(with: self) }
  /// There is none.
  package func nextAnswer() -> Value? { nil }
  /// Forgets it.
  package func report(_ fault: ExpressionFault) {}
}

/// A reason why an expression has no value for some operands: a whole number beyond 64 bits or an operand of another kind.
package struct ExpressionFault: Error, Sendable, Hashable {
  /// The reason as a sentence without a full stop: `quantity * price is a whole number beyond 64 bits`.
  package let message: String

  /// A fault with its reason.
  package init(_ message: String) { self.message = message }
}

/// An evaluation context for qualifiers and expressions that reads plain paths from one value and `$` variables from another.
///
/// Typically made with a record as root, to test a condition on a row.
package struct ValueContext: EvaluationContext, Sendable {
  /// The value from which plain paths are read.
  package var root: Value
  /// The value from which `$` paths are read.
  package var variables: Value
  /// The wall-clock time.
  package var now: Date

  /// A context of values; without a time, `now` is the start of 2001.
  package init(
    _ root: Value,
    variables: Value = .dictionary([:]),
    now: Date = Date(timeIntervalSinceReferenceDate: 0)
  ) {
    (self.root, self.variables, self.now) = (root, variables, now)
  }

  /// Known by the root.
  package func dateKind(at path: PropertyPath) -> ComparedKind { root.dateKind(at: path) }

  /// Follows the path from ``root``.
  package func value(at path: PropertyPath) -> Value? {
    root.value(forPath: path.components[...])
  }

  /// Follows the path from ``variables``.
  package func value(ofVariable path: PropertyPath) -> Value? {
    variables.value(forPath: path.components[...])
  }
}

/// The values of one object, with the first fault of an expression that has no value for it.
package final class ObjectContext: EvaluationContext {
  private let values: ValueContext
  /// The first fault found; `nil` without one.
  package private(set) var fault: ExpressionFault?

  /// A context in which plain paths read an object.
  package convenience init(_ object: some KeyValueCoding, now: Date) {
    self.init(.object(object), now: now)
  }

  /// A context in which plain paths read `root`; null for one of constants.
  package init(_ root: Value, now: Date) { values = ValueContext(root, now: now) }

  /// The wall-clock time.
  package var now: Date { values.now }
  /// Follows the path from the object.
  package func value(at path: PropertyPath) -> Value? { values.value(at: path) }
  /// Known by the object.
  package func dateKind(at path: PropertyPath) -> ComparedKind { values.dateKind(at: path) }
  /// There is none.
  package func value(ofVariable path: PropertyPath) -> Value? { nil }
  /// Keeps the first fault.
  package func report(_ fault: ExpressionFault) { self.fault = self.fault ?? fault }
}

/// The outcome of a condition: yes, no, unknown (null or incomparable values), or unanswered (something read gave no answer).
///
/// `and` is no when a part is no, `or` is yes when a branch is yes, whatever the other parts are. Otherwise an unanswered part
/// makes the whole unanswered, and an unknown part makes it unknown.
package enum Truth: Sendable, Hashable {
  case yes, no
  /// Something compared was null, or could not be compared.
  case unknown
  /// Something that was read did not answer.
  case unanswered

  /// A definite outcome.
  package init(_ value: Bool) {
    self = value ? .yes : .no
  }

  /// Yes and no as such; anything else is `nil`.
  package var bool: Bool? {
    switch self {
    case .yes: true
    case .no: false
    case .unknown, .unanswered: nil
    }
  }

  /// The opposite; what is not known stays so.
  @inlinable
  package static prefix func ! (truth: Truth) -> Truth {
    switch truth {
    case .yes: .no
    case .no: .yes
    case .unknown, .unanswered: truth
    }
  }

  /// Yes when one of `elements` is, by `test`; stops there.
  @inlinable @inline(__always)
  package static func any<S: Sequence>(of elements: S, _ test: (S.Element) -> Truth) -> Truth {
    var result = Truth.no
    for element in elements {
      switch test(element) {
      case .yes: return .yes
      case .no: break
      case .unanswered: result = .unanswered
      case .unknown: if result == .no { result = .unknown }
      }
    }
    return result
  }
}
