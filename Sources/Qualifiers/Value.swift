public import FoundationEssentials

/// A value of the rule language, of a record's property, or of an environment key.
///
/// Nullability is a property of an attribute, so every place that can be null holds ``null`` rather than an
/// optional. Dates are wall-clock times kept as if they were UTC.
public enum Value: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case decimal(Decimal)
  case string(String)
  case date(Date)
  case data([UInt8])
  case list([Value])
  case dictionary([String: Value])
  /// A live object whose properties key paths can read: an entity, a record, a user.
  case object(any KeyValueCoding)
}

/// An object whose properties are read by name, so that key paths in rules can reach them.
///
/// Conforming types are immutable, or safe to read from any isolation.
public protocol KeyValueCoding: AnyObject, Sendable {
  /// The names a key path may use, for lint and completion; `nil` when they are not known in advance.
  static var valueKeys: [String]? { get }
  /// The value called `key`; `nil` when there is none or it is not loaded yet, so that a rule does not answer.
  func value(forKey key: String) -> Value?
  /// The value at the end of `path`, followed from this object; `nil` as for ``value(forKey:)``.
  func value(forPath path: ArraySlice<String>) -> Value?
  /// Whether this and `other` stand for the same thing, as `=` in a condition asks.
  func isEqual(to other: any KeyValueCoding) -> Bool
}

extension KeyValueCoding {
  /// Not known in advance.
  public static var valueKeys: [String]? { nil }

  /// Follows the path through ``value(forKey:)``.
  public func value(forPath path: ArraySlice<String>) -> Value? {
    guard let first = path.first else { return .object(self) }
    return value(forKey: first)?.value(forPath: path.dropFirst())
  }

  /// Returns whether both are the same instance.
  public func isEqual(to other: any KeyValueCoding) -> Bool { self === other }
}
