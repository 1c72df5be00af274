/// A refinement of an entity's label with further columns, where sampled rows have equal labels: `service · address`.
///
/// The rows are sampled when the database is opened. The columns that differ stand behind a dot. A number is used only where
/// nothing readable differs.
package final class LabelDisambiguation {
  /// The mark before the parts that tell objects of one name apart.
  package static let dot = "·"
  /// Words of a label that are no properties.
  static let marks: Set<String> = ["|", dot]

  private let entity: Entity.Definition
  private let known: [String: Entity.Definition]
  /// Parts added to a label at most.
  private static let mostParts = 3

  init(_ entity: Entity.Definition, _ known: [String: Entity.Definition]) {
    (self.entity, self.known) = (entity, known)
  }

  /// Completes the labels that were found by names and rows; what a model declares stays.
  ///
  /// Objects referred to come first: their labels become parts of others.
  static func refine(
    _ entities: inout [Entity.Definition],
    where isWanted: (Int) -> Bool = { _ in true }
  ) {
    let isOpen = entities.indices.map { isWanted($0) && mayGain(entities[$0]) }
    guard isOpen.contains(true) else { return }
    var known = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
    for index in order(of: entities) where isOpen[index] {
      let entity = entities[index]
      guard let label = LabelDisambiguation(entity, known).label, label != entity.labelKey else {
        continue
      }
      entities[index].labelIsOfParts = entity.labelKey == nil
      entities[index].labelIsMakeshift = entity.labelIsMakeshift || entity.labelKey == nil
      entities[index].labelKey = label
      known[entity.name] = entities[index]
    }
  }

  /// Whether a label was found that may be alike in several rows: most names differ in each, and nothing else is looked at.
  private static func mayGain(_ entity: Entity.Definition) -> Bool {
    guard entity.isLabelFound, !entity.isHidden, !entity.isJoinTable else { return false }
    let name = entity.labelKey
    guard let evidence = entity.attributes.first(where: { $0.name == name })?.evidence else {
      return true
    }
    return evidence.distinctCount < evidence.rowCount
  }

  /// The positions of entities, those referred to before those that refer; of a circle the first comes last.
  private static func order(of entities: [Entity.Definition]) -> [Int] {
    let places = Dictionary(entities.indices.map { (entities[$0].name, $0) }) { first, _ in first }
    var order: [Int] = []
    var isSeen = Array(repeating: false, count: entities.count)
    for start in entities.indices where !isSeen[start] {
      // A chain of references may be as long as the schema is large.
      var path: [(entity: Int, next: Int)] = [(start, 0)]
      isSeen[start] = true
      while let (entity, next) = path.last {
        let relationships = entities[entity].relationships
        guard next < relationships.count else {
          order.append(entity)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        guard !relationships[next].isToMany,
          let target = places[relationships[next].destinationName], !isSeen[target]
        else { continue }
        isSeen[target] = true
        path.append((target, 0))
      }
    }
    return order
  }

  // MARK: The label

  /// The label with the parts that tell rows apart; as it was where that cannot be known.
  private var label: String? {
    let ways = (entity.labelKey ?? "").split(separator: "|").map { way in
      way.split(separator: " ").map(String.init)
    }
    guard var found = groups(of: ways), found.count < found.rowCount else {
      return entity.labelKey
    }
    let candidates = candidates(besides: Set(ways.joined().map { Self.head(of: $0) }))
    var all = found
    for candidate in candidates where all.count < all.rowCount { all.split(by: candidate.signs) }
    // What is the same in all rows and no name says nothing of one.
    let isDropped =
      !ways.isEmpty && found.count == 1 && found.rowCount > 2 && !isNamed(ways)
      && all.count > 1
    let isWhole = Self.isEnough(found.count, of: all.count)
    var parts: [String] = []
    if !isWhole { parts = add(candidates, to: &found, of: all.count, isNew: ways.isEmpty) }
    if found.count * 2 < found.rowCount, !ways.isEmpty || !parts.isEmpty, let number {
      parts.append(number)
    }
    guard !parts.isEmpty else { return entity.labelKey }
    let added = parts.joined(separator: " \(Self.dot) ")
    if ways.isEmpty || isDropped { return added }
    return ways.map { "\($0.joined(separator: " ")) \(Self.dot) \(added)" }
      .joined(separator: " | ")
  }

  /// Chooses the parts one by one, each the first that tells about as many rows apart as any.
  ///
  /// Objects without a name are called by whose they are and of when: of more rows than were looked at many are of the same.
  private func add(
    _ candidates: [Candidate],
    to found: inout Groups,
    of wanted: Int,
    isNew: Bool
  ) -> [String] {
    var parts: [String] = []
    var left = candidates
    func take(_ place: Int) {
      found.split(by: left[place].signs)
      parts.append(left.remove(at: place).text)
    }
    if isNew, let party = left.firstIndex(where: { $0.isReference && $0.rank == 0 }) {
      take(party)
      if let day = left.firstIndex(where: { $0.isMoment && $0.rank < 2 }) { take(day) }
    }
    while parts.count < Self.mostParts, !Self.isEnough(found.count, of: wanted) {
      let gains = left.map { found.count(splitBy: $0.signs) - found.count }
      guard let most = gains.max(), most > 0,
        let place = left.indices.first(where: { gains[$0] * 20 >= most * 19 })
      else { break }
      take(place)
    }
    return parts
  }

  /// Whether hardly any two rows that differ have one label: of more rows than were looked at more are alike.
  private static func isEnough(_ count: Int, of wanted: Int) -> Bool { count * 20 >= wanted * 19 }

  private func isNamed(_ ways: [[String]]) -> Bool {
    ways[0].contains { PropertyNameHints($0).isName || $0.contains(".") }
  }

  /// The number of a document or a row, where nothing else tells it from others.
  private var number: String? {
    let document = entity.attributes.first { attribute in
      guard let evidence = attribute.evidence, !attribute.isHidden, !attribute.isForeignKey else {
        return false
      }
      return PropertyNameHints(attribute.name).isNumber(ofEntity: entity.name)
        && evidence.distinctCount == evidence.rowCount && evidence.places == 0
    }
    return (document ?? entity.attributes.first { $0.isRowNumber && !$0.isHidden })?.name
  }

  // MARK: Candidates

  /// A column or reference that could be added to a label to tell objects of one name apart, with its rank.
  private struct Candidate {
    /// The part of the label: a property, or the label of an object referred to.
    var text: String
    var signs: [UInt8]
    var isReference = false
    var isMoment = false
    /// Columns filled in all rows come first, long texts last.
    var rank: Int
  }

  private func candidates(besides heads: Set<String>) -> [Candidate] {
    let found = entity.attributes.compactMap { attribute -> Candidate? in
      guard let evidence = attribute.evidence, evidence.distinctCount > 1,
        evidence.filledCount * 2 >= evidence.rowCount
      else { return nil }
      if attribute.isForeignKey { return reference(by: attribute, evidence, besides: heads) }
      guard !heads.contains(attribute.name), !attribute.isHidden,
        let rank = rank(of: attribute, evidence)
      else { return nil }
      return Candidate(
        text: attribute.name,
        signs: evidence.signs,
        isMoment: attribute.type.kind.isDay,
        rank: rank
      )
    }
    return found.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element)
  }

  private func reference(
    by attribute: Attribute.Definition,
    _ evidence: ColumnStatistics,
    besides heads: Set<String>
  ) -> Candidate? {
    let found = entity.relationships.first { relationship in
      !relationship.isToMany && !relationship.isHidden && relationship.path.isEmpty
        && relationship.joins.map(\.source) == [attribute.name]
    }
    guard let found, !heads.contains(found.name), let target = known[found.destinationName],
      !target.isHidden, target.name != entity.name,
      let label = target.labelKey?.split(separator: "|").first
    else { return nil }
    let names = label.split(separator: " ").filter { $0 != Self.dot }
    // Whose an order is names a line of it, too, where the line’s own columns do not; no chain is longer.
    let deep = names.filter { $0.contains(".") }
    let isShort = deep.allSatisfy { name in
      let next = target.relationships.first { $0.name == Self.head(of: String(name)) }
      return name.split(separator: ".").count == 2 && next?.destinationName != entity.name
    }
    guard isShort else { return nil }
    return Candidate(
      text: names.map { "\(found.name).\($0)" }.joined(separator: " "),
      signs: evidence.signs,
      isReference: true,
      rank: Self.rank(evidence) + (deep.isEmpty ? 0 : 1)
    )
  }

  /// The place of a column among the parts; `nil` when people cannot read it.
  private func rank(of attribute: Attribute.Definition, _ evidence: ColumnStatistics) -> Int? {
    switch attribute.type.kind {
    case .date, .timestamp:
      return Naming.isBookkeeping(attribute.name)
        ? 2 : Self.rank(evidence)
    case .any,
      .text where attribute.type.traits.isName:
      guard evidence.textCount * 2 > evidence.filledCount, !evidence.isMachineMade,
        !PropertyNameHints(attribute.name).isMachine(isReadable: evidence.isReadable),
        evidence.documentCount * 2 <= evidence.filledCount, evidence.medianLength > 1
      else { return nil }
      if evidence.medianLength > 60 { return 4 }
      return evidence.linkCount * 2 > evidence.filledCount ? 3 : Self.rank(evidence)
    default: return nil
    }
  }

  private static func rank(_ evidence: ColumnStatistics) -> Int {
    evidence.filledCount * 10 >= evidence.rowCount * 9 ? 0 : 1
  }

  // MARK: Rows

  /// A partition of the sampled rows into groups with equal labels, split further with each column added to the label.
  private struct Groups {
    /// The group of each row.
    private var places: [Int]
    private(set) var count = 1

    init(rowCount: Int) { places = Array(repeating: 0, count: rowCount) }

    var rowCount: Int { places.count }

    mutating func split(by signs: [UInt8]) {
      guard signs.count == places.count else { return }
      let width = Int(signs.max() ?? 0) + 1
      var groups = Array(repeating: -1, count: count * width)
      count = 0
      for (row, sign) in signs.enumerated() {
        let key = places[row] * width + Int(sign)
        if groups[key] < 0 {
          groups[key] = count
          count += 1
        }
        places[row] = groups[key]
      }
    }

    func count(splitBy signs: [UInt8]) -> Int {
      var copy = self
      copy.split(by: signs)
      return copy.count
    }
  }

  /// The rows whose labels are alike; `nil` where a part of the label was not looked at.
  private func groups(of ways: [[String]]) -> Groups? {
    let rowCount = entity.attributes.compactMap(\.evidence?.rowCount).max() ?? 0
    var groups = Groups(rowCount: rowCount)
    var isSettled = Array(repeating: false, count: rowCount)
    for way in ways {
      var shown: [[UInt8]] = []
      for word in way where word != Self.dot {
        guard let signs = signs(of: Self.head(of: word)), signs.count == rowCount else {
          return nil
        }
        shown.append(signs)
      }
      // A row is called by the first alternative of which there is something to read.
      let isOpen = isSettled.map(!)
      for signs in shown {
        groups.split(by: signs.enumerated().map { isOpen[$0] ? $1 : 0 })
      }
      for row in isSettled.indices where !isSettled[row] {
        isSettled[row] = shown.contains { $0[row] != 0 }
      }
    }
    return groups
  }

  /// The signs of a property's values: of a to-one those of its key.
  private func signs(of name: String) -> [UInt8]? {
    let relationship = entity.relationships.first { $0.name == name }
    let column = relationship?.joins.first?.source ?? name
    return entity.attributes.first { $0.name == column }?.evidence?.signs
  }

  private static func head(of path: String) -> String { String(path.prefix { $0 != "." }) }
}
