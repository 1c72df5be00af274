public import Qualifiers

/// A type-erased value of an environment key, kept by scopes with its type behind one pointer.
public protocol AnyTypedValue: AnyObject, Sendable {
  /// The value that conditions compare.
  var ruleValue: Value { get }
}

/// A value of type `V` for a key, with the function that converts it for rules.
///
/// `Key` makes these for its default value and for each value set in a scope.
final class TypedValue<V: Sendable>: AnyTypedValue {
  let typed: V
  private let convert: @Sendable (V) -> Value

  init(_ typed: V, ruleValue: @escaping @Sendable (V) -> Value) {
    self.typed = typed
    convert = ruleValue
  }

  var ruleValue: Value { convert(typed) }

  /// Returns the typed content of another value of the same key.
  func typed(_ other: any AnyTypedValue) -> V { unsafeDowncast(other, to: TypedValue.self).typed }

  /// Another value of the same key.
  ///
  /// A method, because here the type is at hand; elsewhere the runtime would look it up for each value.
  func other(_ typed: V) -> TypedValue { TypedValue(typed, ruleValue: convert) }
}
