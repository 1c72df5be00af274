extension Entity {
  /// Names of the to-one relationships.
  public var toOneNames: [String] { relationships.filter { !$0.isToMany }.map(\.name) }
  /// Names of the relationships to many objects, those through join tables included.
  public var toManyNames: [String] { relationships.filter(\.isToMany).map(\.name) }

  /// The properties of the label: one, or given and family name.
  public var labelKeys: [String] {
    definition.labelKey?.split(separator: " ").map(String.init) ?? []
  }

  /// What an object's page shows: all visible attributes with to-ones in the place of their columns, then to-many.
  public var inspectPropertyKeys: [String] {
    let joinPaths = Set(relationships.compactMap(\.definition.path.first))
    let toMany = relationships.filter {
      $0.isToMany && !joinPaths.contains($0.name) && !$0.definition.isHidden
    }
    return ownPropertyKeys { _ in true } + columnlessToOnes.map(\.name) + toMany.map(\.name)
  }

  /// What a form offers: what the database does not make itself, to-ones in the place of their columns.
  public var editPropertyKeys: [String] {
    ownPropertyKeys {
      !$0.definition.isGenerated && !$0.definition.isRowIDAlias && $0.definition.derivation == nil
    }
  }

  /// The columns of a list: without keys that only number rows and without passwords, bulky values last.
  ///
  /// The label stays where it is among the first three columns, and comes first from further behind.
  public var listPropertyKeys: [String] {
    let shown = ownPropertyKeys { !$0.isSurrogateKey && $0.type != .password }
    var sorted = (0...3).flatMap { group in shown.filter { listGroup(of: $0) == group } }
    let label = labelKeys.filter(sorted.contains)
    if !sorted.prefix(3).contains(where: label.contains) {
      sorted = label + sorted.filter { !label.contains($0) }
    }
    // Rows of which there is nothing but bytes to see are told apart by their keys.
    if !sorted.isEmpty, sorted.allSatisfy({ listGroup(of: $0) == 3 }) {
      return ownPropertyKeys { $0.isSurrogateKey } + sorted
    }
    if !sorted.isEmpty { return sorted }
    let all = ownPropertyKeys { _ in true }
    return all.isEmpty ? attributes.map(\.name) : all
  }

  /// A few short properties that, beside the label, tell objects apart.
  public var summaryPropertyKeys: [String] {
    let keys = listPropertyKeys.filter { !labelKeys.contains($0) && listGroup(of: $0) == 0 }
    return Array(keys.prefix(4))
  }

  /// Names of the visible attributes that pass `isIncluded`, and of the to-ones, each at its first column.
  ///
  /// Columns that only hold the key of a to-one are left out: the relationship shows what they mean.
  private func ownPropertyKeys(where isIncluded: (Attribute) -> Bool) -> [String] {
    var keys: [String] = []
    for attribute in attributes where !attribute.definition.isHidden {
      guard attribute.definition.isForeignKey else {
        if isIncluded(attribute) { keys.append(attribute.name) }
        continue
      }
      for relationship in relationships
      where !relationship.isToMany && !relationship.definition.isHidden {
        guard relationship.definition.joins.first?.source == attribute.name else { continue }
        keys.append(relationship.name)
      }
    }
    return keys
  }

  /// To-ones that no column of their own stands for: flattened ones, and those whose far end holds the key.
  private var columnlessToOnes: [Relationship] {
    relationships.filter { relationship in
      guard !relationship.isToMany, !relationship.definition.isHidden else { return false }
      let source = relationship.definition.joins.first?.source
      return source.flatMap(attribute(named:))?.definition.isForeignKey != true
    }
  }

  /// Where a property stands in a list: 0 ordinary, 1 bookkeeping, 2 prose, 3 blobs.
  private func listGroup(of key: String) -> Int {
    guard let attribute = attribute(named: key) else { return 0 }
    switch attribute.type {
    case .blob: return 3
    case .text, .json: return labelKeys.contains(key) ? 0 : 2
    default: return attribute.isBookkeeping ? 1 : 0
    }
  }
}

extension Attribute {
  /// Whether it is a key that only numbers rows and says nothing to people: `id`, `film_id`, a UUID.
  public var isSurrogateKey: Bool {
    guard definition.isPrimaryKey else { return false }
    if type == .uuid || type == .blob { return true }
    let words = Naming.words(of: name).map { $0.lowercased() }
    if let last = words.last, ["guid", "uuid"].contains(last) { return true }
    guard type == .integer || type == .any else { return false }
    return ["id", "pk", "oid", "key", "uid", "rowid"].contains(words.last ?? "")
      || words.count == 1 && name.hasSuffix("id")
  }

  /// Whether it only records when or in which version a row was written: `last_update`, `created_at`, `version`.
  public var isBookkeeping: Bool {
    ModelDerivation.isBookkeeping(Naming.words(of: name).map { $0.lowercased() })
  }
}
