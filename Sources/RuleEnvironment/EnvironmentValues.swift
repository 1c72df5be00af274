public import Qualifiers

/// Answers keys that nobody set: the rule engine.
public protocol EnvironmentResolver: AnyObject, Sendable {
  /// The answer for `key` in the scope `values`; `nil` when no rule answers.
  func answer(_ key: any AnyKey, in values: EnvironmentValues) -> Value?
}

/// The values of all keys in one scope: set explicitly here or further out, else answered by rules, else defaults.
///
/// A value type: copying makes a child scope, setting in the copy leaves the original as it was.
@dynamicMemberLookup
public struct EnvironmentValues: Sendable {
  private var explicit: [Int: any Sendable] = [:]
  /// Who answers what nobody set.
  public var resolver: (any EnvironmentResolver)?

  /// The scope of the code that runs: set by the view tree around `body` and around actions.
  @TaskLocal public static var current = EnvironmentValues()

  /// An empty scope.
  public init(resolver: (any EnvironmentResolver)? = nil) {
    self.resolver = resolver
  }

  /// The typed value of `key`: explicit, else by rule, else its default.
  public subscript<V>(key: Key<V>) -> V {
    get {
      if let value = explicit[key.slot] as? V { return value }
      guard let answer = resolver?.answer(key, in: self), let value = V(answer) else {
        return key.defaultValue
      }
      return value
    }
    set { explicit[key.slot] = newValue }
  }

  /// What a condition sees of `key`.
  public func ruleValue(of key: any AnyKey) -> Value {
    if let value = explicit[key.slot] { return key.encode(value) }
    return resolver?.answer(key, in: self) ?? key.defaultRuleValue
  }

  /// `values.debug`, and so on for the keys of this module.
  public subscript<V>(dynamicMember path: KeyPath<CoreKeys, Key<V>>) -> V {
    get { self[CoreKeys.shared[keyPath: path]] }
    set { self[CoreKeys.shared[keyPath: path]] = newValue }
  }
}

/// Keys that the environment itself declares.
public struct CoreKeys: KeyNamespace {
  public static let shared = Self()
  public let debug = Key(false, "Shows debug components and tags.")
}

extension Bool: ValueConvertible {
  public static var typeName: String { "true or false" }
  public init?(_ value: Value) {
    guard case .bool(let flag) = value else { return nil }
    self = flag
  }
  public var value: Value { .bool(self) }
}

extension String: ValueConvertible {
  public static var typeName: String { "text" }
  public init?(_ value: Value) {
    guard case .string(let text) = value else { return nil }
    self = text
  }
  public var value: Value { .string(self) }
}

extension Int: ValueConvertible {
  public static var typeName: String { "whole number" }
  public init?(_ value: Value) {
    guard case .int(let number) = value else { return nil }
    self.init(exactly: number)
  }
  public var value: Value { .int(Int64(self)) }
}

extension Optional: ValueConvertible where Wrapped: ValueConvertible {
  public static var typeName: String { "\(Wrapped.typeName) or null" }
  public static var valueKeys: [String]? { Wrapped.valueKeys }
  public init?(_ value: Value) {
    if value.isNull {
      self = .none
    } else {
      guard let wrapped = Wrapped(value) else { return nil }
      self = wrapped
    }
  }
  public var value: Value { self?.value ?? .null }
}

extension Array: ValueConvertible where Element: ValueConvertible {
  public static var typeName: String { "list of \(Element.typeName)" }
  public init?(_ value: Value) {
    guard case .list(let values) = value else { return nil }
    self = []
    for value in values {
      guard let element = Element(value) else { return nil }
      append(element)
    }
  }
  public var value: Value { .list(map(\.value)) }
}
