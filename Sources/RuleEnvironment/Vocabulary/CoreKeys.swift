// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Keys that the environment itself declares.
public struct CoreKeys: KeyNamespace {
  public static let shared = Self()
  public let debug = Key(
    false,
    "Shows debug components and tags, by the rules of `debugComponent`.",
    forRules: true
  )
}

extension EnvironmentValues {
  /// `values.debug`, and so on for the keys of this module.
  public subscript<V>(dynamicMember path: KeyPath<CoreKeys, Key<V>>) -> V {
    get { self[CoreKeys.shared[keyPath: path]] }
    set { self[CoreKeys.shared[keyPath: path]] = newValue }
  }
}
