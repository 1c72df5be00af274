public import EntityModel
public import EntityStore
public import Qualifiers
public import RuleEnvironment

/// A live object as the value of a context key.
public nonisolated protocol ContextObject: KeyValueCoding, ValueConvertible {}

nonisolated extension ContextObject {
  /// The name of the type in messages.
  public static var typeName: String { "\(Self.self)" }
  /// The object as rules see it.
  public var value: Value { .object(self) }
}

extension Entity: ValueConvertible, ContextObject {
  /// The object, when the value is one of this type.
  public static nonisolated func convert(_ value: Value) -> Entity? { object(value) }
}
extension Attribute: ValueConvertible, ContextObject {
  /// The object, when the value is one of this type.
  public static nonisolated func convert(_ value: Value) -> Attribute? { object(value) }
}
extension Relationship: ValueConvertible, ContextObject {
  /// The object, when the value is one of this type.
  public static nonisolated func convert(_ value: Value) -> Relationship? { object(value) }
}
extension Model: ValueConvertible, ContextObject {
  /// The object, when the value is one of this type.
  public static nonisolated func convert(_ value: Value) -> Model? { object(value) }
}
extension Record: ValueConvertible, ContextObject {
  /// The object, when the value is one of this type.
  public static nonisolated func convert(_ value: Value) -> Record? { object(value) }
}
extension DatabaseReference: ContextObject {
  /// The object, when the value is one of this type.
  public static nonisolated func convert(_ value: Value) -> DatabaseReference? { object(value) }
}
extension EditingContextReference: ContextObject {
  /// The object, when the value is one of this type.
  public static nonisolated func convert(_ value: Value) -> EditingContextReference? {
    object(value)
  }
}
extension User: ContextObject {
  /// The object, when the value is one of this type.
  public static nonisolated func convert(_ value: Value) -> User? { object(value) }
}
extension Screen: ContextObject {
  /// The object, when the value is one of this type.
  public static nonisolated func convert(_ value: Value) -> Screen? { object(value) }
}

private nonisolated func object<T>(_ value: Value) -> T? {
  if case .object(let object) = value { object as? T } else { nil }
}
