extension Entity {
  /// Returns the names of the attributes that identify an object beside its key.
  static func recognitionKeys(of definition: Definition) -> [String] {
    let label = definition.labelIsMakeshift ? [] : names(inAlternativesOf: definition.labelKey)
    let compared = definition.attributes.filter { attribute in
      !definition.identity.contains(attribute.name) && attribute.type.kind != .blob
        && attribute.derivation == nil && !(definition.kind == .virtual && attribute.isHidden)
    }
    let telling = compared.filter { attribute in
      // What is written at length names nothing.
      label.contains(attribute.name) && !attribute.type.traits.isProse || attribute.isUnique
        || holdsCreationTime(attribute)
    }
    return (telling.isEmpty ? compared.filter(\.isForeignKey) : telling).map(\.name)
  }

  private static func names(inAlternativesOf label: String?) -> [String] {
    label?.split(separator: "|").flatMap { names(in: String($0)) } ?? []
  }

  /// Whether it holds when an object was made, which nothing changes later.
  private static func holdsCreationTime(_ attribute: Attribute.Definition) -> Bool {
    guard attribute.type.kind.isDay else { return false }
    return Naming.words(of: attribute.name).contains {
      ["created", "creation", "inserted"].contains($0.lowercased())
    }
  }
}
