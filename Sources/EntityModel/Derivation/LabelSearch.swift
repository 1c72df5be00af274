/// A search for the properties that label an entity's objects: a name, two for a person, and a substitute for empty values.
///
/// Names and types suggest properties; sampled rows decide. A property that is empty in most rows, or that programs fill, is no
/// label. Where no property is called like a name, the most telling text is taken. Without sampled rows, only names count.
struct LabelSearch {
  let entity: Entity.Definition

  /// The label key found for an entity, and whether it only stands in for a real name.
  struct Answer {
    /// The label key in rule syntax: `title`, `firstName lastName`, `title | url`.
    var key: String
    /// Whether it only stands in for a name: part of an address, or what many rows share.
    var isMakeshift: Bool
  }

  /// The best property; `nil` when no text of the entity is a name.
  var answer: Answer? {
    let ranked = candidates
    guard let best = ranked.first, best.rank < Self.unfit else { return nil }
    let name = text(of: best)
    var alternatives = [name]
    if let evidence = evidence(of: best.name), evidence.filledCount < evidence.rowCount {
      alternatives += standIns(for: best, among: ranked)
    }
    let isPart = best.rank >= Self.lastResort && isAddressPart(best.name)
    return Answer(
      key: alternatives.joined(separator: " | "),
      isMakeshift: isPart || isShared(best) || PropertyNameHints(best.name).isKey
    )
  }

  /// An attribute that could be the entity's label, with its rank (the lowest wins) and the given name before it.
  private struct Candidate {
    var name: String
    var rank: Int
    /// The given name beside a family name.
    var given: String?
  }

  /// The attributes that could be the label, the best first; equal ones in column order.
  private var candidates: [Candidate] {
    let texts = entity.attributes.filter { isText($0) || isDocumentNumber($0) }
    let names = texts.map(\.name)
    let found = texts.map { attribute in
      let person = PersonName(attribute.name, among: names, of: entity.name)
      let rank = person.map { $0.isOwn ? 3 : 30 } ?? rank(byName: attribute)
      return Candidate(
        name: attribute.name,
        rank: rankedByRows(rank, attribute),
        given: person?.given
      )
    }
    return found.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element)
  }

  private func evidence(of name: String) -> ColumnStatistics? {
    entity.attributes.first { $0.name == name }?.evidence
  }

  /// The property with the given name before it.
  private func text(of candidate: Candidate) -> String {
    candidate.given.map { "\($0) \(candidate.name)" } ?? candidate.name
  }

  /// Whether it is no name, and many rows have it in common.
  private func isShared(_ candidate: Candidate) -> Bool {
    candidate.given == nil && candidate.rank >= Self.lastResort
      && evidence(of: candidate.name).map { $0.distinctCount * 2 < $0.filledCount } == true
  }

  /// Two more properties at most, for rows in which the best is empty; none behind one that never is, and behind a name
  /// nothing that is none.
  private func standIns(for best: Candidate, among ranked: [Candidate]) -> [String] {
    var found: [String] = []
    for candidate in ranked.dropFirst() where candidate.rank < Self.empty {
      let rank = candidate.rank % Self.sparse
      guard found.count < 2, candidate.name != best.given, rank < Self.unfit,
        rank < Self.lastResort || best.rank >= Self.lastResort,
        let evidence = evidence(of: candidate.name)
      else { continue }
      found.append(text(of: candidate))
      if evidence.filledCount == evidence.rowCount { break }
    }
    return found
  }

  // MARK: Ranks

  /// From here on only what rows showed makes it a name.
  private static let lastResort = 110
  private static let unfit = 200
  private static let byCode = 70
  /// A text of the first columns that says nothing by its name.
  private static let byPlace = 80
  /// The name of something that is not called like the entity: `companyName`.
  private static let ofOther = 22
  /// A part of an address stands behind what else could name an object.
  private static let ofAddress = 20
  /// The rank added to attributes that are empty in most rows.
  private static let sparse = 400
  private static let empty = 2000

  private func isText(_ attribute: Attribute.Definition) -> Bool {
    guard !attribute.isHidden, !attribute.isForeignKey, !attribute.isExportedIndex else {
      return false
    }
    return attribute.type.kind == .any || attribute.type.traits.isName && attribute.width != 1
  }

  /// Whether rows showed that it numbers the objects as people do: `invoiceNo`, all filled and different.
  private func isDocumentNumber(_ attribute: Attribute.Definition) -> Bool {
    guard !attribute.isHidden, !attribute.isForeignKey,
      attribute.type.kind.isNumber || attribute.type == .string,
      let evidence = attribute.evidence, evidence.filledCount > 2, evidence.machineCount == 0,
      evidence.places == 0,
      evidence.distinctCount == evidence.filledCount, evidence.filledCount == evidence.rowCount
    else { return false }
    return PropertyNameHints(attribute.name).isNumber(ofEntity: entity.name)
  }

  private func isAddressPart(_ name: String) -> Bool {
    PropertyNameHints(name).isAddressPart(among: entity.attributes.map(\.name))
  }

  /// The rank by name, changed by what the rows showed.
  private func rankedByRows(_ rank: Int, _ attribute: Attribute.Definition) -> Int {
    guard let evidence = attribute.evidence, evidence.rowCount > 0 else { return rank }
    guard evidence.filledCount > 0 else { return Self.empty }
    // The number of a document names it where no text of its own does.
    if rank >= 60, isDocumentNumber(attribute) { return evidence.textCount > 0 ? 70 : 109 }
    guard evidence.textCount > 0 || rank < Self.unfit else { return Self.unfit }
    if rank >= 60, isAddressPart(attribute.name) {
      let rank = lastResort(evidence)
      return min(evidence.isMostlyEmpty ? rank + Self.sparse : rank + Self.ofAddress, Self.empty)
    }
    var rank = rank
    if evidence.isMachineMade || evidence.documentCount * 2 > evidence.filledCount
      || PropertyNameHints(attribute.name).isMachine(isReadable: evidence.isReadable)
    {
      rank = Self.unfit
    } else if rank >= Self.unfit {
      rank = lastResort(evidence)
      // A remark is no name as long as there is another text.
      if evidence.filledCount < evidence.rowCount, PropertyNameHints(attribute.name).isNote {
        rank = max(rank, 121)
      }
    } else if Self.byCode..<90 ~= rank, isShared(attribute) {
      // What many rows share is no name only because it stands at the beginning, or is called a code.
      let last = lastResort(evidence)
      let isFirst = rank == Self.byPlace && last <= Self.lastResort + 10
      rank = isFirst ? Self.lastResort + 2 : last
    } else if evidence.isConstant {
      // What is the same everywhere says nothing of one; a name is still better than what is none.
      rank = rank < 30 ? 64 : 121
    } else if rank >= 60, !evidence.isReadable, evidence.linkCount * 2 <= evidence.filledCount {
      // A code names an object where nothing says it in words.
      rank = 115
    } else if rank == Self.ofOther, isShared(attribute),
      entity.attributes.contains(where: isDocumentNumber)
    {
      // Many orders go to the same vendor.
      rank = Self.lastResort + 1
    } else if rank == Self.ofOther, evidence.filledCount * 10 < evidence.rowCount * 9 {
      // The name of another person, whom not every row has.
      rank = 95
    } else if rank < 30, evidence.distinctCount * 2 < evidence.filledCount {
      // The name of the category stands behind that of the product.
      rank += 5
    } else if attribute.type != .url, evidence.linkCount * 2 > evidence.filledCount {
      rank = max(rank, 108)
    }
    return evidence.isMostlyEmpty ? rank + Self.sparse : rank
  }

  /// The rank of a text whose name does not say that it names anything.
  private func lastResort(_ evidence: ColumnStatistics) -> Int {
    if evidence.linkCount * 2 > evidence.filledCount { return 125 }
    guard evidence.isReadable else { return Self.unfit }
    if evidence.isConstant { return 126 }
    if evidence.medianLength > 60 { return 123 }
    if evidence.medianLength < 2 {
      return evidence.distinctCount * 2 < evidence.filledCount ? Self.unfit : 122
    }
    // What tells rows apart first.
    return Self.lastResort + 10 * (evidence.filledCount - evidence.distinctCount)
      / max(evidence.filledCount, 1)
  }

  /// How well an attribute names an object by its name and type; less is better.
  private func rank(byName attribute: Attribute.Definition) -> Int {
    let words = Naming.words(of: attribute.name).map { $0.lowercased() }
    let name = words.joined()
    if let last = words.last, ["guid", "uuid", "hash", "token"].contains(last) {
      return Self.unfit
    }
    let own = Naming.singular(of: entity.name).lowercased()
    let entityWords = Naming.words(of: Naming.singular(of: entity.name)).map { $0.lowercased() }
    let kind = entityWords.last
    if let place = Self.bestNames.firstIndex(of: name) { return place }
    if let place = Self.messageNames.firstIndex(of: name) { return 90 + place }
    if name.hasSuffix("description") { return name == own + "description" ? 45 : 66 }
    // The address of a page names it where nothing says more, once a row has shown one.
    if attribute.type == .url, attribute.evidence != nil, words.count == 1 { return 79 }
    if attribute.type == .text || attribute.type == .url { return Self.unfit }
    if [own, own + "name", own + "title", entity.name.lowercased()].contains(name) { return 10 }
    // `post_title` of `wp_posts`; but sales by store may be of products.
    if let kind, [kind, kind + "name", kind + "title"].contains(name), holdsText(attribute) {
      if isShared(attribute) { return 27 }
      return entityWords.dropLast().last == "by" ? 24 : name.hasSuffix("title") ? 11 : 12
    }
    guard attribute.type.kind != .any else { return Self.unfit }
    let found = PropertyNameHints(attribute.name)
    if found.isName(ofEntity: entity.name), Self.ofOther == rank(ofName: words) { return 14 }
    if found.isName { return rank(ofName: words) }
    if ["caption", "subject", "headline", "heading", "term", "word", "tag"].contains(name) {
      return 40
    }
    if attribute.type == .email {
      // That of the author is not the comment's.
      let stem = words.filter { $0 != "e" }.dropLast().joined()
      return ["", "user", "contact", own, kind].contains(stem) ? 60 : 112
    }
    if attribute.isUnique { return attribute.isPrimaryKey ? 65 : 62 }
    if words.contains(where: Self.poorWords.contains) { return Self.unfit }
    if ["code", "symbol", "number", "key"].contains(words.last ?? "") { return Self.byCode }
    let isPlain = entity.attributes.firstIndex { $0.name == attribute.name } ?? 0 < 3
    return isPlain ? Self.byPlace : Self.unfit
  }

  private func holdsText(_ attribute: Attribute.Definition) -> Bool {
    attribute.type.kind != .any || attribute.evidence.map { $0.textCount > 0 } == true
  }

  private func isShared(_ attribute: Attribute.Definition) -> Bool {
    attribute.evidence.map { $0.distinctCount * 2 < $0.filledCount } == true
  }

  private func rank(ofName words: [String]) -> Int {
    // The name to ship or bill to is not the order's.
    if PropertyNameHints(words.joined(separator: " ")).isOfPart { return Self.unfit }
    switch words.joined() {
    case "firstname", "givenname", "middlename", "forename": return 30
    case "username", "loginname", "nickname", "shortname": return 28
    case "filename", "hostname", "pathname", "tablename", "columnname": return 35
    default: return words.last == "title" ? 27 : Self.ofOther
    }
  }

  private static let bestNames = [
    "name", "fullname", "displayname", "lastname", "surname", "familyname", "title", "label",
  ]

  /// Attribute names for the text of a message, which is the label when there is no subject.
  private static let messageNames = [
    "text", "body", "message", "messagetext", "textdata", "question", "quote",
  ]

  /// Words of attributes that tell something of an object but do not name it.
  private static let poorWords: Set<String> = [
    "address", "city", "comment", "comments", "content", "country", "currency", "date", "fax",
    "flags", "format", "hash", "kind", "language", "level", "mode", "note", "notes", "phone",
    "plugin", "postal", "state", "status", "street", "time", "type", "value", "version", "zip",
  ]
}

extension Entity.Definition {
  /// Finds what names the objects, by names and by what rows showed.
  mutating func findLabel() {
    let found = LabelSearch(entity: self).answer
    (labelKey, labelIsMakeshift) = (found?.key, found?.isMakeshift == true)
    (isLabelFound, labelIsOfParts) = (true, false)
  }

  /// Finds the label key again, using only visible, stored attributes.
  mutating func findLabelAnew() {
    var visible = self
    visible.attributes.removeAll { $0.isHidden || $0.derivation != nil }
    visible.findLabel()
    (labelKey, labelIsMakeshift) = (visible.labelKey, visible.labelIsMakeshift)
    (isLabelFound, labelIsOfParts) = (true, false)
  }
}

/// The given-name attribute that belongs to a family-name attribute, found by their names, for labels of objects.
///
/// Such pairs are `lastName` and `firstName`, `nameLast` and `nameFirst`, `au_lname` and `au_fname`.
struct PersonName {
  let given: String
  /// Whether it is the name of the object itself, and not of a person who has to do with it.
  let isOwn: Bool

  private static let givenNames = [
    "firstname", "givenname", "forename", "firstnames", "givennames", "forenames",
  ]
  private static let pairs: [(family: String, given: [String])] = [
    ("lastname", givenNames), ("surname", givenNames), ("familyname", givenNames),
    ("lname", ["fname"]), ("last", ["first"]), ("nachname", ["vorname"]),
  ]

  /// `nil` when `name` is no family name, or has no given name among `names`.
  init?(_ name: String, among names: [String], of entityName: String) {
    let words = Naming.words(of: name).map { $0.lowercased() }
    let joined = words.joined()
    for pair in Self.pairs where joined.hasSuffix(pair.family) {
      let stem = String(joined.dropLast(pair.family.count))
      let wanted = pair.given.map { stem + $0 }
      let found = names.first { other in
        let joined = Naming.words(of: other).joined().lowercased()
        return wanted.contains(joined)
      }
      guard let found else { continue }
      given = found
      let own = Naming.singular(of: entityName).lowercased()
      isOwn = stem == "name" || stem.count < 3 || own.hasPrefix(stem) || stem == "person"
      return
    }
    return nil
  }
}
