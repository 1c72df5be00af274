import Qualifiers

extension Vocabulary {
  /// Adds a key that only rules know: any value fits it, and no page or component reads it.
  ///
  /// Rule files of Direct to Web have hundreds; a name that is known already stays what it is.
  public mutating func addForeign(_ name: String) {
    guard self[name] == nil else { return }
    append(
      Entry(
        name: name,
        key: Key(
          Value.null,
          "A key of Direct to Web, for other rules of it only.",
          forRules: true
        ),
        category: ForeignKeys.category,
        type: ForeignKeys.self
      )
    )
  }

  /// Whether `key` is one that only rules know.
  public func isForeign(_ key: any AnyKey) -> Bool {
    entry(of: key)?.category == ForeignKeys.category
  }
}

/// The namespace of keys that only Direct to Web rules use; it declares none.
private struct ForeignKeys: KeyNamespace {
  static let shared = Self()
  static let category = "Direct to Web"
}
