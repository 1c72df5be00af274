public import Qualifiers

/// A provider of answers for keys that a scope does not set; the rule engine is one.
///
/// An answer may depend on nothing but what is read from `values`, on the resolver's ``generation``, and on what is noted with
/// ``EnvironmentValues/noteVolatile()`` or ``EnvironmentValues/noteValid(until:)``. Answers are cached as long as none of that
/// differs.
public protocol EnvironmentResolver: AnyObject, Sendable {
  /// The answer for `key` in the scope `values`; `nil` when no rule answers.
  func answer(_ key: any AnyKey, in values: EnvironmentValues) -> Value?
  /// A number that changes when the answers may change although nothing in any scope did: new rules.
  var generation: Int { get }
  /// Seconds since 1970 on the clock that answers depend on; asked only for answers that do.
  var seconds: Int { get }
  /// Told when answering a key needs that key: first and last are the same key.
  func didFindCycle(_ chain: [any AnyKey])
  /// Told when a required key without a value was read; `reader` is the view that read it.
  func didMissRequired(_ key: any AnyKey, reader: String?)
}

extension EnvironmentResolver {
  /// No answer depends on a clock.
  public var seconds: Int { 0 }
  /// Says nothing.
  public func didFindCycle(_ chain: [any AnyKey]) {}
  /// Says nothing.
  public func didMissRequired(_ key: any AnyKey, reader: String?) {}
}
