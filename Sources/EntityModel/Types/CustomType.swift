public import Qualifiers

/// A kind of value that an application declares beside ``AttributeType``: its name, as what it is stored, and how its values
/// are read.
///
/// Attributes get it by its name in a model file, `"type": "rating"`.
package struct CustomType: Sendable, Hashable {
  /// The name of the type in models and rules.
  package let name: String
  /// The type as which the database stores the values.
  package let storage: AttributeType
  /// The group of properties to which its attributes belong, where the model names none.
  package var category: String?
  /// Whether its attributes need a value, where the model does not say otherwise.
  package var isRequired = false
  /// The stored value of the attribute in a new object; `nil` for none.
  package var initialValue: Value?
  /// All its values as they are stored, where they can be counted.
  package var choices: [Value] = []
  /// The noun for messages that ask for a value: `one of low, high`.
  package var noun: String
  /// Returns the display text of a stored value; `nil` for a value that is not of the type.
  package let text: @Sendable (Value) -> String?
  /// The stored value that a text stands for; `nil` for none.
  package let value: @Sendable (String) -> Value?
  /// Returns the error message for a value of the type, shown behind its field; `nil` for a valid value.
  package let problem: @Sendable (Value) -> String?

  /// A type whose values stand in a column as those of `storage`.
  package init(
    _ name: String,
    storage: AttributeType,
    text: @escaping @Sendable (Value) -> String?,
    value: @escaping @Sendable (String) -> Value?,
    problem: @escaping @Sendable (Value) -> String? = { _ in nil }
  ) {
    (self.name, self.storage) = (name, storage)
    (self.text, self.value, self.problem) = (text, value, problem)
    noun = "a value of the type '\(name)'"
  }

  /// Whether both have one name and are stored alike.
  package static func == (left: Self, right: Self) -> Bool {
    left.name == right.name && left.storage == right.storage
  }

  /// Hashes the name.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Attribute {
  /// The name of the attribute's type in models and rules: `string`, or the name of an application's custom type.
  public var typeName: String { definition.customType?.name ?? knownType.rawValue }

  /// Returns the display text of a value of a custom type; `nil` for a built-in type, or a value that is not of the type.
  public func customText(of value: Value) -> String? { definition.customType?.text(value) }

  /// Whether a value stands in the attribute that its type cannot read; what is null is no value.
  public func isUnreadable(_ value: Value) -> Bool {
    guard let type = definition.customType, !value.isNull else { return false }
    return type.text(value) == nil
  }
}
