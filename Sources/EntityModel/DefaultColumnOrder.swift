/// Puts the columns of a list in the order in which people look for them.
struct DefaultColumnOrder {
  let entity: Entity

  /// How many columns there are before a day or an amount is missed.
  private static let first = 5

  /// The properties by their places, what names an object, a day and an amount among the first.
  func sorted(_ shown: [(key: String, place: ColumnRank)]) -> [String] {
    let shown = withNamesForKeys(shown)
    let known = shown.filter { $0.place == .ordinary }.map(\.key)
    // Objects of which there is only a number to see say less than anything else.
    let ordinary = known.filter { !isNumberOnly($0) } + known.filter(isNumberOnly)
    let others = ColumnRank.allCases.dropFirst().flatMap { place in
      shown.filter { $0.place == place }.map(\.key)
    }
    // The name that an order is shipped to stays where it is.
    let label = names.filter { name in
      shown.contains { $0.key == name && $0.place < .constant && $0.place != .detail }
    }
    let keys = promoted(inTellingOrder(ordinary, label), label)
    return begun(keys + others, with: label, ordinary: keys.count)
  }

  /// The name of something else at the place of its key: `categoryName` where a view has `categoryID`.
  private func withNamesForKeys(
    _ shown: [(key: String, place: ColumnRank)]
  ) -> [(key: String, place: ColumnRank)] {
    var result = shown
    for (key, place) in shown where place == .machine {
      let words = PropertyNameHints(key).words
      guard words.count > 1, let from = result.firstIndex(where: { $0.key == key }) else {
        continue
      }
      let name = result.indices.dropFirst(from + 1).first { index in
        let other = PropertyNameHints(result[index].key)
        return other.isName && other.words.dropLast() == words.dropLast()
      }
      if let name { result.insert(result.remove(at: name), at: from) }
    }
    return result
  }

  private var names: [String] { entity.labelKeys }

  // MARK: Order

  /// The columns as they are declared; where their order says nothing, since it is that of the alphabet or of a program, the
  /// label and other objects first.
  private func inTellingOrder(_ keys: [String], _ label: [String]) -> [String] {
    guard isSortedByMachine else { return keys }
    let label = label.filter(keys.contains)
    let objects = keys.filter { entity.relationship(named: $0)?.destination.map(hasLabel) == true }
    return label + objects + keys.filter { !label.contains($0) && !objects.contains($0) }
  }

  private var isSortedByMachine: Bool {
    let columns = entity.attributes.filter { !$0.isSurrogateKey }.map(\.definition.columnName)
    if columns.count > 2, columns.allSatisfy({ $0.hasPrefix("Z") }), entity.tableName.hasPrefix("Z")
    {
      return true
    }
    let names = columns.map { $0.lowercased() }
    return names.count > 5 && names == names.sorted()
  }

  /// A day and what it comes to are among the first columns, where there are any.
  private func promoted(_ keys: [String], _ label: [String]) -> [String] {
    var head = Array(keys.prefix(Self.first))
    let wanted: [(String) -> Bool] = [isDay, isTotal]
    let missing = wanted.compactMap { isWanted in
      head.contains(where: isWanted) ? nil : keys.dropFirst(Self.first).first(where: isWanted)
    }
    for key in missing {
      let left = head.lastIndex { key in
        !isDay(key) && !isTotal(key) && !label.contains(key) && entity.attribute(named: key) != nil
      }
      guard let left, left > 1 else { break }
      head.remove(at: left)
      head.append(key)
    }
    return head + keys.filter { !head.contains($0) }
  }

  private func isDay(_ key: String) -> Bool {
    entity.attribute(named: key)?.type.kind.isDay == true
  }

  private func isTotal(_ key: String) -> Bool {
    guard let attribute = entity.attribute(named: key) else { return false }
    return attribute.type.kind.isNumber && PropertyNameHints(key).isTotal
  }

  // MARK: The beginning

  /// The label first, unless what stands before it is worth to begin with; without a label what says something does.
  private func begun(_ keys: [String], with label: [String], ordinary: Int) -> [String] {
    let place = keys.firstIndex { label.contains($0) }
    if let place, place < 3, keys.prefix(place).allSatisfy(isBeginning) { return keys }
    if place != nil { return label.filter(keys.contains) + keys.filter { !label.contains($0) } }
    let head = keys.prefix(min(ordinary, Self.first))
    guard let first = head.firstIndex(where: isBeginning) else { return keys }
    return [keys[first]] + keys.filter { $0 != keys[first] }
  }

  /// Whether rows are told apart by it: texts, days, objects with names; no flags, and no numbers that only count.
  private func isBeginning(_ key: String) -> Bool {
    guard let attribute = entity.attribute(named: key) else {
      return entity.relationship(named: key)?.destination.map(hasLabel) == true
    }
    let evidence = attribute.evidence
    if let evidence, evidence.filledCount * 4 < evidence.rowCount * 3 { return false }
    switch attribute.type.kind {
    case .bool: return false
    case .integer:
      return attribute.isNumbering || attribute.definition.isPrimaryKey
        || evidence?.areYears == true
    case .number, .decimal: return false
    case .any: return evidence.map { $0.textCount * 2 > $0.filledCount } != false
    default: return true
    }
  }

  private func isNumberOnly(_ key: String) -> Bool {
    guard let relationship = entity.relationship(named: key),
      relationship.definition.joins.count == 1,
      let destination = relationship.destination, !hasLabel(destination)
    else { return false }
    // A code is a name.
    let source = relationship.definition.joins.first.flatMap { entity.attribute(named: $0.source) }
    return source?.type.kind == .integer
  }

  /// Whether objects have a name of their own, and not only parts that tell them apart.
  private func hasLabel(_ entity: Entity) -> Bool {
    entity.labelKey != nil && !entity.definition.labelIsOfParts
  }
}
