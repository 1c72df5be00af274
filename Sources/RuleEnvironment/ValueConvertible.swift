public import Qualifiers

/// A type that an environment key can hold and that the rule language can read, and perhaps write.
///
/// Enumerations with text raw values and objects need no more than to conform.
public protocol ValueConvertible: Sendable {
  /// The type of a constant on the right of a rule in Swift: the type itself, unless a mistake would read as no value.
  associatedtype RuleConstant = Self
  /// The typed value of a rule's answer; `nil` when the answer is of another type.
  ///
  /// A function and not an initializer, so that classes (entities, records) can conform too.
  static func convert(_ value: Value) -> Self?
  /// The value that conditions compare.
  var value: Value { get }
  /// The name of the type in messages: `text`, `whole number`, `list of text`.
  static var typeName: String { get }
  /// The names a key path may use behind a key of this type; `nil` when not known in advance.
  static var valueKeys: [String]? { get }
  /// Every value of the type, when they can be counted.
  static var allowedValues: [Value]? { get }
}

extension ValueConvertible {
  /// Not known in advance.
  public static var valueKeys: [String]? { nil }
  /// They cannot be counted.
  public static var allowedValues: [Value]? { nil }
}

extension ValueConvertible where Self: RawRepresentable, RawValue == String {
  /// The case with that name.
  public static func convert(_ value: Value) -> Self? {
    value.string.flatMap { Self(rawValue: $0) }
  }
  /// Names are texts.
  public static var typeName: String { "text" }
  /// The name.
  public var value: Value { .string(rawValue) }
}

extension ValueConvertible where Self: RawRepresentable & CaseIterable, RawValue == String {
  /// The names of all cases.
  public static var allowedValues: [Value]? { allCases.map { .string($0.rawValue) } }
}

extension ValueConvertible where Self: KeyValueCoding {
  /// Not known in advance; stands here because both protocols say so, and neither would win.
  public static var valueKeys: [String]? { nil }
  /// The object itself, when it is of this class.
  public static func convert(_ value: Value) -> Self? {
    if case .object(let object) = value { object as? Self } else { nil }
  }
  /// Any object.
  public static var typeName: String { "object" }
  /// The object itself.
  public var value: Value { .object(self) }
}
