// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Access to rule keys of several namespaces by name alone, as `values.title` does; ``EnvironmentValues`` conforms.
///
/// There is one subscript for each namespace of the ``KeyNamespaceList``. All are inlined, so that where the list is known such
/// a read is a plain lookup by key.
public protocol KeyNameLookup {
  /// The namespaces.
  associatedtype NamedKeys: KeyNamespaceList
  /// The typed value of a key.
  subscript<V: Sendable>(key: Key<V>) -> V { get set }
}

extension KeyNameLookup {
  @inlinable
  public subscript<V: Sendable>(dynamicMember path: KeyPath<NamedKeys.A, Key<V>>) -> V {
    get { self[NamedKeys.A.shared[keyPath: path]] }
    set { self[NamedKeys.A.shared[keyPath: path]] = newValue }
  }
  @inlinable
  public subscript<V: Sendable>(dynamicMember path: KeyPath<NamedKeys.B, Key<V>>) -> V {
    get { self[NamedKeys.B.shared[keyPath: path]] }
    set { self[NamedKeys.B.shared[keyPath: path]] = newValue }
  }
  @inlinable
  public subscript<V: Sendable>(dynamicMember path: KeyPath<NamedKeys.C, Key<V>>) -> V {
    get { self[NamedKeys.C.shared[keyPath: path]] }
    set { self[NamedKeys.C.shared[keyPath: path]] = newValue }
  }
  @inlinable
  public subscript<V: Sendable>(dynamicMember path: KeyPath<NamedKeys.D, Key<V>>) -> V {
    get { self[NamedKeys.D.shared[keyPath: path]] }
    set { self[NamedKeys.D.shared[keyPath: path]] = newValue }
  }
  @inlinable
  public subscript<V: Sendable>(dynamicMember path: KeyPath<NamedKeys.E, Key<V>>) -> V {
    get { self[NamedKeys.E.shared[keyPath: path]] }
    set { self[NamedKeys.E.shared[keyPath: path]] = newValue }
  }
  @inlinable
  public subscript<V: Sendable>(dynamicMember path: KeyPath<NamedKeys.F, Key<V>>) -> V {
    get { self[NamedKeys.F.shared[keyPath: path]] }
    set { self[NamedKeys.F.shared[keyPath: path]] = newValue }
  }
  @inlinable
  public subscript<V: Sendable>(dynamicMember path: KeyPath<NamedKeys.G, Key<V>>) -> V {
    get { self[NamedKeys.G.shared[keyPath: path]] }
    set { self[NamedKeys.G.shared[keyPath: path]] = newValue }
  }
  @inlinable
  public subscript<V: Sendable>(dynamicMember path: KeyPath<NamedKeys.H, Key<V>>) -> V {
    get { self[NamedKeys.H.shared[keyPath: path]] }
    set { self[NamedKeys.H.shared[keyPath: path]] = newValue }
  }
  @inlinable
  public subscript<V: Sendable>(dynamicMember path: KeyPath<NamedKeys.I, Key<V>>) -> V {
    get { self[NamedKeys.I.shared[keyPath: path]] }
    set { self[NamedKeys.I.shared[keyPath: path]] = newValue }
  }
}

/// Reads a key that is found by its name alone, `@Environment(\.title)`; ``Environment`` does.
public protocol KeyNameLookupWrapper<V> {
  /// The namespaces.
  associatedtype NamedKeys: KeyNamespaceList
  /// The type of the key's value.
  associatedtype V: Sendable
  /// Reads `key`.
  init(_ key: Key<V>)
}

// The key path of a namespace alone is made once; one through ``EnvironmentValues`` would be made anew for each view.
extension KeyNameLookupWrapper {
  @inlinable
  public init(_ path: KeyPath<NamedKeys.A, Key<V>>) {
    self.init(NamedKeys.A.shared[keyPath: path])
  }
  @inlinable
  public init(_ path: KeyPath<NamedKeys.B, Key<V>>) {
    self.init(NamedKeys.B.shared[keyPath: path])
  }
  @inlinable
  public init(_ path: KeyPath<NamedKeys.C, Key<V>>) {
    self.init(NamedKeys.C.shared[keyPath: path])
  }
  @inlinable
  public init(_ path: KeyPath<NamedKeys.D, Key<V>>) {
    self.init(NamedKeys.D.shared[keyPath: path])
  }
  @inlinable
  public init(_ path: KeyPath<NamedKeys.E, Key<V>>) {
    self.init(NamedKeys.E.shared[keyPath: path])
  }
  @inlinable
  public init(_ path: KeyPath<NamedKeys.F, Key<V>>) {
    self.init(NamedKeys.F.shared[keyPath: path])
  }
  @inlinable
  public init(_ path: KeyPath<NamedKeys.G, Key<V>>) {
    self.init(NamedKeys.G.shared[keyPath: path])
  }
  @inlinable
  public init(_ path: KeyPath<NamedKeys.H, Key<V>>) {
    self.init(NamedKeys.H.shared[keyPath: path])
  }
  @inlinable
  public init(_ path: KeyPath<NamedKeys.I, Key<V>>) {
    self.init(NamedKeys.I.shared[keyPath: path])
  }
}
