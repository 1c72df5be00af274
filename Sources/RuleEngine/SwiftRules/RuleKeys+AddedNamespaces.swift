public import RuleEnvironment

extension RuleKeys {
  /// The keys of a namespace of ``AddedNamespaces``.
  public subscript<Keys: KeyNamespace>(
    dynamicMember word: KeyPath<AddedNamespaces.Type, Keys>
  ) -> NamespaceRuleKeys<Keys> { NamespaceRuleKeys() }
}

/// The keys of one namespace as rules written in Swift name them.
@dynamicMemberLookup
public struct NamespaceRuleKeys<Keys: KeyNamespace> {
  /// A key of the namespace.
  public subscript<V>(dynamicMember path: KeyPath<Keys, Key<V>>) -> RulePath<V> {
    RuleKeys()[Keys.shared, path]
  }

  /// Nothing that a rule takes: the namespace has no key of the name.
  @_disfavoredOverload
  public subscript(dynamicMember name: String) -> NoSuchKeyOrAddedNamespace {
    NoSuchKeyOrAddedNamespace()
  }
}
