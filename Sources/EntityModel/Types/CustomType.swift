public import Qualifiers

/// A kind of value that an application declares beside ``AttributeType``: its name, as what it is stored, and how its values
/// are read.
///
/// Attributes get it by its name in a model file, `"type": "rating"`.
package struct CustomType: Sendable, Hashable {
  /// What models and rules call it.
  package let name: String
  /// As what the database holds its values.
  package let storage: AttributeType
  /// The group of properties to which its attributes belong, where the model names none.
  package var category: String?
  /// Whether its attributes need a value, where the model does not say otherwise.
  package var isRequired = false
  /// What a new object begins with, as it is stored.
  package var initialValue: Value?
  /// All its values as they are stored, where they can be counted.
  package var choices: [Value] = []
  /// What a message asks for: `one of low, high`.
  package var noun: String
  /// What people read of a stored value; `nil` for one that is none of the type.
  package let text: @Sendable (Value) -> String?
  /// The stored value that a text stands for; `nil` for none.
  package let value: @Sendable (String) -> Value?
  /// What is wrong with a value of the type, as what stands behind its field; `nil` for nothing.
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
  /// What models and rules call the type of its values: `string`, or the name of an application's own.
  public var typeName: String { definition.customType?.name ?? knownType.rawValue }

  /// What people read of a value of an application's own type; `nil` where the type is none such, or the value none of it.
  public func customText(of value: Value) -> String? { definition.customType?.text(value) }

  /// Whether a value stands in the attribute that its type cannot read; what is null is no value.
  public func isUnreadable(_ value: Value) -> Bool {
    guard let type = definition.customType, !value.isNull else { return false }
    return type.text(value) == nil
  }
}
