// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import RuleEnvironment

/// Finds keys of several namespaces by their names alone in rules written in Swift; ``RuleKeys`` does.
public protocol RuleKeyNameLookup {
  /// The namespaces.
  associatedtype NamedKeys: KeyNamespaceList
  /// The key at `path` of a namespace.
  subscript<Keys: KeyNamespace, V>(keys: Keys, path: KeyPath<Keys, Key<V>>) -> RulePath<V> { get }
}

extension RuleKeyNameLookup {
  public subscript<V>(dynamicMember path: KeyPath<NamedKeys.A, Key<V>>) -> RulePath<V> {
    self[NamedKeys.A.shared, path]
  }
  public subscript<V>(dynamicMember path: KeyPath<NamedKeys.B, Key<V>>) -> RulePath<V> {
    self[NamedKeys.B.shared, path]
  }
  public subscript<V>(dynamicMember path: KeyPath<NamedKeys.C, Key<V>>) -> RulePath<V> {
    self[NamedKeys.C.shared, path]
  }
  public subscript<V>(dynamicMember path: KeyPath<NamedKeys.D, Key<V>>) -> RulePath<V> {
    self[NamedKeys.D.shared, path]
  }
  public subscript<V>(dynamicMember path: KeyPath<NamedKeys.E, Key<V>>) -> RulePath<V> {
    self[NamedKeys.E.shared, path]
  }
  public subscript<V>(dynamicMember path: KeyPath<NamedKeys.F, Key<V>>) -> RulePath<V> {
    self[NamedKeys.F.shared, path]
  }
  public subscript<V>(dynamicMember path: KeyPath<NamedKeys.G, Key<V>>) -> RulePath<V> {
    self[NamedKeys.G.shared, path]
  }
  public subscript<V>(dynamicMember path: KeyPath<NamedKeys.H, Key<V>>) -> RulePath<V> {
    self[NamedKeys.H.shared, path]
  }
  public subscript<V>(dynamicMember path: KeyPath<NamedKeys.I, Key<V>>) -> RulePath<V> {
    self[NamedKeys.I.shared, path]
  }
}
