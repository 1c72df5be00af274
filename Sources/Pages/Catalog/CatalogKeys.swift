package import RuleEnvironment
package import Widgets

/// The environment key of the ``RenderingContext``; rules cannot read it.
nonisolated struct CatalogKeys: KeyNamespace {
  /// The one instance whose keys count.
  static let shared = Self()

  /// The database, catalog and styles of the session.
  let rendering = Key(viewOnly: RenderingContext?.none, "What views draw with.")
}

nonisolated extension Environment {
  /// The value of a key of ``CatalogKeys``.
  init(_ path: KeyPath<CatalogKeys, Key<V>>) { self.init(CatalogKeys.shared[keyPath: path]) }
}

extension EnvironmentValues {
  /// Everything that rules can name.
  package var catalog: Catalog { self[CatalogKeys.shared.rendering]?.catalog ?? .empty }
  /// The styles that roles stand for.
  package var palette: Palette { self[CatalogKeys.shared.rendering]?.palette ?? .mono }
}
