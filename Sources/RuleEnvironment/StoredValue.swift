public import Qualifiers

/// A value of a key as scopes keep it: typed, behind one pointer, whatever the type.
public protocol StoredValue: AnyObject, Sendable {
  /// What conditions see.
  var ruleValue: Value { get }
}

/// A value of the type `V`.
final class TypedValue<V: Sendable>: StoredValue {
  let typed: V
  private let convert: @Sendable (V) -> Value

  init(_ typed: V, ruleValue: @escaping @Sendable (V) -> Value) {
    self.typed = typed
    convert = ruleValue
  }

  var ruleValue: Value { convert(typed) }
}
