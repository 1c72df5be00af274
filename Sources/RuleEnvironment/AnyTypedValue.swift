public import Qualifiers

/// A value of a key as scopes keep it: typed, behind one pointer, whatever the type.
public protocol AnyTypedValue: AnyObject, Sendable {
  /// The value that conditions compare.
  var ruleValue: Value { get }
}

/// A value of the type `V`.
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
