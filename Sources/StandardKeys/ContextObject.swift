public import EntityModel
public import EntityStore
public import Qualifiers
public import RuleEnvironment

/// A reference to a live object, such as an entity, attribute or record, that a context key of rules can hold as its value.
public protocol ContextObject: KeyValueCoding, ValueConvertible {}

extension ContextObject {
  /// The name of the type in messages.
  public static var typeName: String { "\(Self.self)" }
  /// The object as rules see it.
  public var value: Value { .object(self) }
  /// The object, when the value is one of this type.
  public static func convert(_ value: Value) -> Self? {
    if case .object(let object) = value { object as? Self } else { nil }
  }
}

extension Entity: ValueConvertible, ContextObject {}
extension Attribute: ValueConvertible, ContextObject {}
extension Relationship: ValueConvertible, ContextObject {}
extension Model: ValueConvertible, ContextObject {}
extension Record: ValueConvertible, ContextObject {}
extension DatabaseReference: ContextObject {}
extension EditingContextReference: ContextObject {}
extension User: ContextObject {}
