public import RuleEngine
public import RuleEnvironment

/// The keys of the product in rules written in Swift: `\.task`, `\.entity.name`.
nonisolated extension RuleKeys {
  /// Keys of ``ObjectKeys``.
  public subscript<V>(dynamicMember path: KeyPath<ObjectKeys, Key<V>>) -> RulePath<V> {
    self[ObjectKeys.shared, path]
  }
  /// Keys of ``ModelKeys``.
  public subscript<V>(dynamicMember path: KeyPath<ModelKeys, Key<V>>) -> RulePath<V> {
    self[ModelKeys.shared, path]
  }
  /// Keys of ``RenderingKeys``.
  public subscript<V>(dynamicMember path: KeyPath<RenderingKeys, Key<V>>) -> RulePath<V> {
    self[RenderingKeys.shared, path]
  }
  /// Keys of ``ComponentKeys``.
  public subscript<V>(dynamicMember path: KeyPath<ComponentKeys, Key<V>>) -> RulePath<V> {
    self[ComponentKeys.shared, path]
  }
  /// Keys of ``PermissionKeys``.
  public subscript<V>(dynamicMember path: KeyPath<PermissionKeys, Key<V>>) -> RulePath<V> {
    self[PermissionKeys.shared, path]
  }
  /// Keys of ``EditingKeys``.
  public subscript<V>(dynamicMember path: KeyPath<EditingKeys, Key<V>>) -> RulePath<V> {
    self[EditingKeys.shared, path]
  }
  /// Keys of ``FetchingKeys``.
  public subscript<V>(dynamicMember path: KeyPath<FetchingKeys, Key<V>>) -> RulePath<V> {
    self[FetchingKeys.shared, path]
  }
  /// Keys of ``MiscKeys``.
  public subscript<V>(dynamicMember path: KeyPath<MiscKeys, Key<V>>) -> RulePath<V> {
    self[MiscKeys.shared, path]
  }
}
