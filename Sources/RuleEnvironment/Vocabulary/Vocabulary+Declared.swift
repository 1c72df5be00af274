extension Vocabulary {
  /// The category of the keys that rule files declare.
  package static let declared = "Declared in rule files"

  /// Adds a key that a rule file declares; a name that is known already stays what it is.
  package mutating func addDeclared(_ key: any AnyKey, called name: String) {
    guard self[name] == nil else { return }
    append(Entry(name: name, key: key, category: Self.declared, type: DeclaredKeys.self))
  }

  /// The names of all keys but those that only rules of another language know.
  package var declaredNames: [String] { entries.filter { !isForeign($0.key) }.map(\.name) }
}

/// The namespace of the keys that rule files declare.
private struct DeclaredKeys: KeyNamespace {
  static let shared = Self()
  static let category = Vocabulary.declared
}
