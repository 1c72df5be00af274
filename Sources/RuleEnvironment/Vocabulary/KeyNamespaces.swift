// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A list of namespaces, see ``KeyNamespaces``.
public protocol KeyNamespaceList {
  associatedtype A: KeyNamespace
  associatedtype B: KeyNamespace
  associatedtype C: KeyNamespace
  associatedtype D: KeyNamespace
  associatedtype E: KeyNamespace
  associatedtype F: KeyNamespace
  associatedtype G: KeyNamespace
  associatedtype H: KeyNamespace
  associatedtype I: KeyNamespace
}

/// Namespaces of keys by whose names alone their keys are read: `\.title`.
///
/// A module that sees them all lists them once, and says for which types the list counts:
///
///     public typealias ShopNamespaces = KeyNamespaces<ShopKeys, TillKeys, …>
///     extension EnvironmentValues: KeyNameLookup { public typealias NamedKeys = ShopNamespaces }
///     extension Environment: KeyNameLookupWrapper { public typealias NamedKeys = ShopNamespaces }
///
/// A key path finds the namespace by the overloads that the list makes;
/// the key path of a list as a whole would have that of the namespace as an argument, and be made anew at each read, which
/// takes microseconds.
public enum KeyNamespaces<
  A: KeyNamespace,
  B: KeyNamespace,
  C: KeyNamespace,
  D: KeyNamespace,
  E: KeyNamespace,
  F: KeyNamespace,
  G: KeyNamespace,
  H: KeyNamespace,
  I: KeyNamespace
>: KeyNamespaceList {}

extension KeyNamespaceList {
  /// The namespaces in their order.
  static var namespaces: [any KeyNamespace] {
    [
      A.shared, B.shared, C.shared, D.shared, E.shared, F.shared, G.shared, H.shared, I.shared,

    ]
  }
}

extension Vocabulary {
  /// The keys of the environment itself, of a list of namespaces and of others; a name declared twice is a programmer error and traps.
  public init<List: KeyNamespaceList>(
    _ list: List.Type,
    adding others: [any KeyNamespace] = []
  ) {
    let (vocabulary, duplicates) = Self.collecting(list, adding: others)
    precondition(duplicates.isEmpty, duplicates.first?.description ?? "")
    self = vocabulary
  }

  /// Builds a vocabulary and lists names that are declared twice, which are no error here.
  ///
  /// The first declaration of a name wins.
  package static func collecting<List: KeyNamespaceList>(
    _ list: List.Type,
    adding others: [any KeyNamespace]
  ) -> (vocabulary: Vocabulary, duplicates: [DuplicateName]) {
    collecting([CoreKeys.shared] + list.namespaces + others)
  }
}
