/// Namespaces of keys that modules further out add, each by one word.
///
///     extension AddedNamespaces { static var shop: ShopKeys { .shared } }
///
/// The word stands before their keys: `values.shop.discount`, `@Environment(\.shop.discount)`, and in rules written in
/// Swift `\.shop.discount <= 10`. Rule files name the key alone.
public enum AddedNamespaces {}

extension EnvironmentValues {
  /// The keys of a namespace of ``AddedNamespaces``.
  public subscript<Keys: KeyNamespace>(
    dynamicMember word: KeyPath<AddedNamespaces.Type, Keys>
  ) -> NamespaceValues<Keys> {
    get { NamespaceValues(values: self) }
    set { self = newValue.values }
  }
}

/// A view of a scope through one key namespace, which reads and sets its keys by name: `values.shop.discount`.
@dynamicMemberLookup
public struct NamespaceValues<Keys: KeyNamespace>: Sendable {
  fileprivate var values: EnvironmentValues

  /// The typed value of a key.
  public subscript<V: Sendable>(dynamicMember path: KeyPath<Keys, Key<V>>) -> V {
    get { values[Keys.shared[keyPath: path]] }
    set { values[Keys.shared[keyPath: path]] = newValue }
  }
}
