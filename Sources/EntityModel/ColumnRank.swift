/// The category of a property that decides its position among a list's default columns, from ordinary down to empty.
///
/// Derived from type and row statistics; lower ranks come first.
enum ColumnRank: Int, CaseIterable, Comparable {
  case ordinary
  /// Details that users read after finding a row: streets, links, forms of address.
  case detail
  /// Filled in hardly any row.
  case rare
  /// When and in which version a row was written.
  case bookkeeping
  case prose
  /// A single value in all rows.
  case constant
  /// Made up by programs: UUIDs, hashes, numbers of rows elsewhere.
  case machine
  case empty
  case bytes

  init(of key: String, in entity: Entity) {
    guard let attribute = entity.attribute(named: key) else {
      self.init(joining: entity.relationship(named: key), in: entity)
      return
    }
    let evidence = attribute.evidence
    let isLabel = entity.labelKeys.contains(key)
    if attribute.type.kind == .blob {
      self = .bytes
    } else if let evidence, evidence.isEmpty {
      self = .empty
    } else if attribute.isMachineMade {
      self = .machine
    } else if !isLabel, attribute.isProse(evidence) {
      self = .prose
    } else if attribute.isBookkeeping {
      self = .bookkeeping
    } else {
      self.init(evidence)
      if self == .ordinary, entity.isDetail(attribute, label: entity.labelKey, evidence) {
        self = .detail
      }
    }
  }

  private init(_ evidence: ColumnStatistics?) {
    guard let evidence else {
      self = .ordinary
      return
    }
    self = evidence.isConstant ? .constant : evidence.isRare ? .rare : .ordinary
  }

  /// A to-one says what its keys say.
  private init(joining relationship: Relationship?, in entity: Entity) {
    let keys = relationship?.definition.joins.compactMap { join in
      entity.attribute(named: join.source)?.evidence
    }
    guard let keys, !keys.isEmpty else {
      self = .ordinary
      return
    }
    if keys.contains(where: \.isEmpty) {
      self = .empty
    } else if keys.allSatisfy(\.isConstant) {
      self = .constant
    } else {
      self = keys.contains(where: \.isRare) ? .rare : .ordinary
    }
  }

  static func < (left: ColumnRank, right: ColumnRank) -> Bool { left.rawValue < right.rawValue }
}

extension Attribute {
  /// Whether its texts are too long for a column of a list, by its type or by what rows showed.
  fileprivate func isProse(_ evidence: ColumnStatistics?) -> Bool {
    if type.traits.isProse { return evidence?.isShort != true }
    if let evidence, evidence.documentCount * 2 > evidence.filledCount { return true }
    return evidence.map { $0.isReadable && $0.medianLength > 60 } == true
  }
}

extension Entity {
  /// Whether a property tells something of an object that people do not look for in a list.
  fileprivate func isDetail(
    _ attribute: Attribute,
    label: String?,
    _ evidence: ColumnStatistics?
  ) -> Bool {
    let (type, kind) = (attribute.type, attribute.type.kind)
    guard kind == .any || kind.isDay || type.traits.isName && type != .email else { return false }
    let words = PropertyNameHints(attribute.name)
    if kind.isDay { return isSecondZone(words.words) }
    if words.isOfPart, !Self.names(in: label).contains(attribute.name) || hasParty { return true }
    if label?.split(separator: " ").contains(Substring(attribute.name)) == true { return false }
    if words.isCourtesy || isSortKey(words.words, of: label) { return true }
    if words.isAddressDetail(among: attributes.map(\.name)) { return true }
    // The address of a page is what it is about; others lead somewhere else.
    return words.words.count > 1 && evidence.map { $0.linkCount * 2 > $0.filledCount } == true
  }

  /// Whether it refers to another object that has a name.
  private var hasParty: Bool {
    relationships.contains { !$0.isToMany && $0.destination?.labelKey != nil }
  }

  /// `dateGmt` beside `date`.
  private func isSecondZone(_ words: [String]) -> Bool {
    guard words.count > 1, words.last == "gmt" || words.last == "utc" else { return false }
    return attributes.contains { PropertyNameHints($0.name).words == words.dropLast() }
  }

  /// `sort`, `sortTitle`, `nameSort`, `lowerName`: the label once more, as it is sorted or looked up.
  private func isSortKey(_ words: [String], of label: String?) -> Bool {
    let isLookedUp = words.count > 1 && words.first == "lower"
    guard isLookedUp || words.first == "sort" || words.last == "sort" else { return false }
    let rest = words.filter { $0 != "sort" && !(isLookedUp && $0 == "lower") }
    return rest.isEmpty
      ? label != nil
      : Self.names(in: label).contains { PropertyNameHints($0).words == rest }
  }
}
