public import RuleEnvironment

// `@Environment(\.title)` in a view. A key path through ``EnvironmentValues`` has the key path of the namespace as an
// argument, so it is made anew for each view; that of the namespace alone is made once.
nonisolated extension Environment {
  /// The value of a key of ``ObjectKeys``.
  public init(_ path: KeyPath<ObjectKeys, Key<V>>) { self.init(ObjectKeys.shared[keyPath: path]) }
  /// The value of a key of ``ModelKeys``.
  public init(_ path: KeyPath<ModelKeys, Key<V>>) { self.init(ModelKeys.shared[keyPath: path]) }
  /// The value of a key of ``RenderingKeys``.
  public init(_ path: KeyPath<RenderingKeys, Key<V>>) {
    self.init(RenderingKeys.shared[keyPath: path])
  }
  /// The value of a key of ``ComponentKeys``.
  public init(_ path: KeyPath<ComponentKeys, Key<V>>) {
    self.init(ComponentKeys.shared[keyPath: path])
  }
  /// The value of a key of ``PermissionKeys``.
  public init(_ path: KeyPath<PermissionKeys, Key<V>>) {
    self.init(PermissionKeys.shared[keyPath: path])
  }
  /// The value of a key of ``EditingKeys``.
  public init(_ path: KeyPath<EditingKeys, Key<V>>) { self.init(EditingKeys.shared[keyPath: path]) }
  /// The value of a key of ``FetchingKeys``.
  public init(_ path: KeyPath<FetchingKeys, Key<V>>) {
    self.init(FetchingKeys.shared[keyPath: path])
  }
  /// The value of a key of ``MiscKeys``.
  public init(_ path: KeyPath<MiscKeys, Key<V>>) { self.init(MiscKeys.shared[keyPath: path]) }
}
