public import Qualifiers

/// A value of a key as scopes keep it: typed, behind one pointer, whatever the type.
public protocol StoredValue: AnyObject, Sendable {
  /// What conditions see.
  var ruleValue: Value { get }
}

/// A value of the type `V`.
final class TypedValue<V: ValueConvertible>: StoredValue {
  let typed: V

  init(_ typed: V) { self.typed = typed }

  var ruleValue: Value { typed.value }
}
