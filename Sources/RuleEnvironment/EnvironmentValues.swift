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
      guard let answer = resolver?.answer(key, in: self), let value = V.convert(answer) else {
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
  public static func convert(_ value: Value) -> Bool? {
    if case .bool(let flag) = value { flag } else { nil }
  }
  public var value: Value { .bool(self) }
}

extension String: ValueConvertible {
  public static var typeName: String { "text" }
  public static func convert(_ value: Value) -> String? { value.string }
  public var value: Value { .string(self) }
}

extension Int: ValueConvertible {
  public static var typeName: String { "whole number" }
  public static func convert(_ value: Value) -> Int? {
    if case .int(let number) = value { Int(exactly: number) } else { nil }
  }
  public var value: Value { .int(Int64(self)) }
}

extension Optional: ValueConvertible where Wrapped: ValueConvertible {
  public static var typeName: String { "\(Wrapped.typeName) or null" }
  public static var valueKeys: [String]? { Wrapped.valueKeys }
  public static func convert(_ value: Value) -> Wrapped?? {
    value.isNull ? .some(nil) : Wrapped.convert(value).map { .some($0) }
  }
  public var value: Value { self?.value ?? .null }
}

extension Array: ValueConvertible where Element: ValueConvertible {
  public static var typeName: String { "list of \(Element.typeName)" }
  public static func convert(_ value: Value) -> [Element]? {
    guard case .list(let values) = value else { return nil }
    var elements: [Element] = []
    for value in values {
      guard let element = Element.convert(value) else { return nil }
      elements.append(element)
    }
    return elements
  }
  public var value: Value { .list(map(\.value)) }
}
