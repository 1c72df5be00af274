public import RuleEnvironment

/// The keys as rules written in Swift name them: `\.task`, `\.entity.name`.
///
/// A namespace of another module has its word among ``AddedNamespaces``: `\.shop.discount`.
@dynamicMemberLookup
public struct RuleKeys {
  /// Keys of ``CoreKeys``.
  public subscript<V>(dynamicMember path: KeyPath<CoreKeys, Key<V>>) -> RulePath<V> {
    self[CoreKeys.shared, path]
  }

  /// Nothing that a rule takes: no key has the name.
  @_disfavoredOverload
  public subscript(dynamicMember name: String) -> NoSuchKeyOrAddedNamespace {
    NoSuchKeyOrAddedNamespace()
  }

  /// The key at `path` of a namespace.
  public subscript<Keys: KeyNamespace, V>(keys: Keys, path: KeyPath<Keys, Key<V>>) -> RulePath<V> {
    RulePath(key: keys[keyPath: path], namespace: keys, members: [])
  }
}

/// A key path as the operators of rules take it.
public typealias RuleKeyPath<V> = KeyPath<RuleKeys, RulePath<V>>

extension KeyPath where Root == RuleKeys {
  /// The path that the literal spells.
  func resolved<V>() -> RulePath<V> where Value == RulePath<V> { RuleKeys()[keyPath: self] }
}
