/// Names the to-one relationships of one table, and its columns so that the two never clash.
struct ToOneNaming {
  let table: Schema.Table
  let tables: [Schema.Table]
  let entityNames: [String]

  /// Words at the end of a column's name that only say that it is a key.
  private static let keyWords: Set<String> = [
    "id", "ids", "fk", "pk", "key", "ref", "uuid", "guid", "oid", "rowid", "ptr",
  ]

  /// The references with their names, and the property's name for each column.
  ///
  /// A column that bears the relationship's name itself (`artist REFERENCES artist`, `ReportsTo`) leaves it to the
  /// relationship and is called after the key that it holds: `artistId`, `reportsToId`.
  func names(
    of references: [ModelDerivation.Reference]
  ) -> ([ModelDerivation.Reference], columns: [String]) {
    var columns = table.columns.map { $0.propertyName ?? Naming.propertyName(for: $0.name) }
    let stems = references.map { stem(of: $0) }
    for (reference, stem) in zip(references, stems) where reference.sources.count == 1 {
      let source = reference.sources[0]
      if columns[source].lowercased() == stem.lowercased() {
        columns[source] = stem + keySuffix(of: reference)
      }
    }
    columns = ModelDerivation.uniqueNames(of: zip(table.columns, columns).map { ($0.name, $1) })
    var taken = Set(columns.map { $0.lowercased() })
    var named = references
    var relationships: Set<String> = []
    for (index, stem) in stems.enumerated() {
      let isRepeated = !relationships.insert(stem).inserted
      named[index].name = name(
        stem,
        of: references[index],
        isRepeated: isRepeated,
        taken: &taken
      )
    }
    return (named, columns)
  }

  private func name(
    _ stem: String,
    of reference: ModelDerivation.Reference,
    isRepeated: Bool,
    taken: inout Set<String>
  ) -> String {
    let role = reference.sources.map { Naming.entityName(for: table.columns[$0].name) }.joined()
    let candidates =
      [stem] + (isRepeated ? [stem + "By" + role] : [])
      + [stem + entityNames[reference.target], stem + "Record"]
    let free = candidates.first { !taken.contains($0.lowercased()) } ?? stem
    return Naming.unique(free, taken: &taken)
  }

  /// Returns the base name of a to-one relationship, before name clashes are resolved.
  private func stem(of reference: ModelDerivation.Reference) -> String {
    let target = tables[reference.target]
    let destination = Naming.singular(
      of: Naming.propertyName(for: entityNames[reference.target])
    )
    let columns = reference.sources.map { table.columns[$0] }
    let keys = reference.destinations.map { target.columns[$0].name }
    let sameNames = zip(columns, keys).allSatisfy { $0.name.lowercased() == $1.lowercased() }
    guard columns.count == 1, let column = columns.first, let key = keys.first else {
      return sameNames ? destination : role(of: columns, destination: destination)
    }
    if let name = column.propertyName { return Naming.singular(of: name) }
    let words = strippedWords(column.name, keyName: key, target: target)
    // A name shared with the key referred to says whose key it is only as far as `id` can be taken off.
    if words.isEmpty || (sameNames && words.count == Naming.words(of: column.name).count) {
      return destination
    }
    return Naming.propertyName(of: words)
  }

  /// `billing_city, billing_zip` refer to a `billingAddress`.
  private func role(of columns: [Schema.Column], destination: String) -> String {
    let words = columns.map { Naming.words(of: $0.name) }
    guard let first = words.first else { return destination }
    var common: [String] = []
    for (index, word) in first.enumerated() {
      guard words.allSatisfy({ $0.count > index + 1 && $0[index] == word }) else { break }
      common.append(word.lowercased())
    }
    if common.isEmpty || Naming.propertyName(of: common) == destination { return destination }
    return Naming.propertyName(of: common) + Naming.capitalized(destination)
  }

  /// The words of a column's name without those that only say that it is a key.
  private func strippedWords(_ name: String, keyName: String, target: Schema.Table) -> [String] {
    let isShouted = !name.unicodeScalars.contains(where: Naming.isLower)
    var words = Naming.words(of: name).map { isShouted || $0.count > 3 ? $0.lowercasedTail : $0 }
    if words.count > 1, let first = words.first?.lowercased(), first == "id" || first == "fk" {
      words.removeFirst()
    }
    let keyWords = Naming.words(of: keyName).map { $0.lowercased() }
    if words.count > keyWords.count,
      words.suffix(keyWords.count).map({ $0.lowercased() }) == keyWords
    {
      // `item_MOVIE_ID` refers to MOVIE_ID, an item's movie; `country_code` to `code`, a country.
      words.removeLast(keyWords.count)
      let entity = Naming.words(of: Naming.singular(of: target.name)).map { $0.lowercased() }
      return words + (keyWords.starts(with: entity) ? entity : [])
    }
    let stripped = words.dropLastKeyWords(Self.keyWords)
    if stripped.count == words.count, let glued = splittingIDSuffix(words) { return glued }
    return stripped
  }

  /// `customerid`, `CUSTOMERID`: the end `id` without a border, behind a name of some length.
  private func splittingIDSuffix(_ words: [String]) -> [String]? {
    guard let last = words.last?.lowercased(), last.count > 5, let stem = last.dropping("id") else {
      return nil
    }
    return words.dropLast() + [stem]
  }

  /// `Id`, or what else the key referred to is called: `Code` for `country.country_code`.
  private func keySuffix(of reference: ModelDerivation.Reference) -> String {
    let key = tables[reference.target].columns[reference.destinations[0]].name
    let words = Naming.words(of: key).map { $0.lowercased() }
    let entity = Naming.words(of: entityNames[reference.target]).map { $0.lowercased() }
    let rest = words.starts(with: entity) ? Array(words.dropFirst(entity.count)) : words
    if rest.isEmpty || Self.keyWords.contains(rest.last ?? "") { return "Id" }
    return rest.map(Naming.capitalized).joined()
  }
}

extension [String] {
  /// The words without those of `keyWords` at the end.
  func dropLastKeyWords(_ keyWords: Set<String>) -> [String] {
    var words = self
    while let last = words.last, keyWords.contains(last.lowercased()) { words.removeLast() }
    return words
  }
}

extension String {
  /// A word all in capitals as `Word`; others as they are.
  fileprivate var lowercasedTail: String {
    unicodeScalars.contains(where: Naming.isLower) ? self : Naming.capitalized(lowercased())
  }
}
