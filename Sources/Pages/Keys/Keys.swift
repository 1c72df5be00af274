public import RuleEnvironment

/// Every key the program knows; `d2t keys` lists it, rule files are checked against it.
public nonisolated let builtInVocabulary = Vocabulary(
  CoreKeys.shared,
  ObjectKeys.shared,
  ModelKeys.shared,
  RenderingKeys.shared,
  ComponentKeys.shared,
  PermissionKeys.shared,
  EditingKeys.shared,
  FetchingKeys.shared,
  MiscKeys.shared
)

nonisolated extension EnvironmentValues {
  /// Keys of ``ObjectKeys``.
  public subscript<V>(dynamicMember path: KeyPath<ObjectKeys, Key<V>>) -> V {
    get { self[ObjectKeys.shared[keyPath: path]] }
    set { self[ObjectKeys.shared[keyPath: path]] = newValue }
  }
  /// Keys of ``ModelKeys``.
  public subscript<V>(dynamicMember path: KeyPath<ModelKeys, Key<V>>) -> V {
    get { self[ModelKeys.shared[keyPath: path]] }
    set { self[ModelKeys.shared[keyPath: path]] = newValue }
  }
  /// Keys of ``RenderingKeys``.
  public subscript<V>(dynamicMember path: KeyPath<RenderingKeys, Key<V>>) -> V {
    get { self[RenderingKeys.shared[keyPath: path]] }
    set { self[RenderingKeys.shared[keyPath: path]] = newValue }
  }
  /// Keys of ``ComponentKeys``.
  public subscript<V>(dynamicMember path: KeyPath<ComponentKeys, Key<V>>) -> V {
    get { self[ComponentKeys.shared[keyPath: path]] }
    set { self[ComponentKeys.shared[keyPath: path]] = newValue }
  }
  /// Keys of ``PermissionKeys``.
  public subscript<V>(dynamicMember path: KeyPath<PermissionKeys, Key<V>>) -> V {
    get { self[PermissionKeys.shared[keyPath: path]] }
    set { self[PermissionKeys.shared[keyPath: path]] = newValue }
  }
  /// Keys of ``EditingKeys``.
  public subscript<V>(dynamicMember path: KeyPath<EditingKeys, Key<V>>) -> V {
    get { self[EditingKeys.shared[keyPath: path]] }
    set { self[EditingKeys.shared[keyPath: path]] = newValue }
  }
  /// Keys of ``FetchingKeys``.
  public subscript<V>(dynamicMember path: KeyPath<FetchingKeys, Key<V>>) -> V {
    get { self[FetchingKeys.shared[keyPath: path]] }
    set { self[FetchingKeys.shared[keyPath: path]] = newValue }
  }
  /// Keys of ``MiscKeys``.
  public subscript<V>(dynamicMember path: KeyPath<MiscKeys, Key<V>>) -> V {
    get { self[MiscKeys.shared[keyPath: path]] }
    set { self[MiscKeys.shared[keyPath: path]] = newValue }
  }
}
