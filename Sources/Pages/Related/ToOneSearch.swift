package import Editing
package import EntityModel
package import EntityStore
import Observation
package import Qualifiers
import RuleEnvironment
import StandardKeys
package import Workspace

/// A search, while a person types, for objects that can be chosen.
///
/// Objects chosen last come first. Next are labels that begin with the text where an index finds them, labels and keys that
/// hold it, and last objects whose list shows it elsewhere. Nothing that is shown moves. A newer text ends the search for the older one.
@Observable
package final class ToOneSearch {
  /// A result of searching objects for a to-one field: a new unsaved object, or a stored one, perhaps chosen recently.
  package enum Hit {
    /// A new one, not saved yet.
    case new(ManagedObject)
    case stored(Record, isRecent: Bool)

    var record: Record {
      switch self {
      case .new(let object): object.snapshot
      case .stored(let record, _): record
      }
    }
  }

  /// The objects found so far.
  package private(set) var hits: [Hit] = []
  /// Whether there may be more.
  private(set) var isSearching = true
  /// Why not all was looked at, in a few words.
  private(set) var obstacle: String?
  /// The search text.
  @ObservationIgnored private(set) var text = ""
  /// The object that is chosen already.
  let current: RecordID?
  /// The new objects that can be chosen beside the stored ones.
  @ObservationIgnored private let newObjects: () -> [ManagedObject]
  @ObservationIgnored private let work: WorkContext
  @ObservationIgnored private let destination: Entity
  @ObservationIgnored private let specification: FetchSpecification
  @ObservationIgnored private let texts: ChooserTexts
  @ObservationIgnored private let timeLimit: Duration?
  /// Counts texts: a search that is not for the newest has nothing more to say.
  @ObservationIgnored private var number = 0

  /// The maximum number of hits shown.
  static let limit = 12
  private static let purpose = "type ahead"

  /// The objects of `choices` to which a relationship of an object can point; `nil` where the model lacks its entity.
  package convenience init?(
    _ relationship: Relationship,
    of owner: ManagedObject,
    from choices: Qualifier?,
    in work: WorkContext
  ) {
    guard let destination = relationship.destination else { return nil }
    let current = relationship.destinationID(from: owner.snapshot).map {
      work.forms.key(referredBy: $0)
    }
    self.init(destination, current: current, from: choices, in: work) {
      work.editing.enteredNewObjects.filter {
        // Before it is saved an object has no key by which it could refer to itself.
        $0.entity === destination && $0 !== owner
      }
    }
  }

  /// The stored objects of an entity that `choices` picks, and `newObjects`.
  convenience init(
    _ destination: Entity,
    current: RecordID?,
    from choices: Qualifier?,
    in work: WorkContext,
    newObjects: @escaping () -> [ManagedObject] = { [] }
  ) {
    var scope = work.root.scoped(toTask: .select).scoped(to: destination)
    if let choices { scope[FetchingKeys.shared.auxiliaryQualifier] = choices }
    let fetch = FetchSpecification(
      destination,
      named: nil,
      filters: [],
      sortKeys: [],
      scope: scope
    )
    let texts = ChooserTexts(of: destination, in: scope, work, findsBy: .references)
    self.init(
      destination,
      fetch,
      findingBy: texts,
      current: current,
      in: scope,
      work: work,
      newObjects: newObjects
    )
  }

  /// The rows of a list, found by all that it shows.
  convenience init(in list: ListModel, current: RecordID?, newObjects: [ManagedObject]) {
    var fetch = list.specification()
    // Their order says nothing, unless it decides which they are.
    if fetch.fetchLimit == nil { fetch.sortOrderings = [] }
    let texts = ChooserTexts(of: list.entity, in: list.scope, list.work, findsBy: .allColumns)
    self.init(
      list.entity,
      fetch,
      findingBy: texts,
      current: current,
      in: list.scope,
      work: list.work
    ) { newObjects }
  }

  private init(
    _ destination: Entity,
    _ fetch: FetchSpecification,
    findingBy texts: ChooserTexts,
    current: RecordID?,
    in scope: EnvironmentValues,
    work: WorkContext,
    newObjects: @escaping () -> [ManagedObject]
  ) {
    (self.destination, self.texts, self.current, self.work) =
      (destination, texts, current, work)
    self.newObjects = newObjects
    var fetch = fetch
    let paths = work.fetchPaths(forObjectOf: destination, in: scope)
    fetch.paths = paths + texts.paths.filter { !paths.contains($0) }
    fetch.maximumLength = CellText.lengthRead
    specification = fetch
    timeLimit = scope.fetchTimeLimit
  }

  /// The label of an object, and behind it what else the text was found in.
  func title(of hit: Hit) -> String {
    texts.title(of: hit.record, foundBy: text.isEmpty ? nil : finder(text))
  }

  /// The key of an object that is found; `nil` where a rule hides it.
  func keyText(of record: Record) -> String? { texts.keyText(of: record) }

  /// The property in which a new object is called what is typed; `nil` where nobody can say which.
  var namingAttribute: Attribute? {
    guard let path = texts.label.paths.first, path.components.count == 1,
      let attribute = destination.attribute(named: path.first), !attribute.definition.isGenerated
    else { return nil }
    return [.string, .text].contains(attribute.type) ? attribute : nil
  }

  /// Looks for another text.
  func look(for text: String) {
    let own = begin(text)
    work.loads.run { [self] in await find(text, own) }
  }

  /// Searches for a text and returns when the search is complete.
  package func find(_ text: String) async { await find(text, begin(text)) }

  private func begin(_ text: String) -> Int {
    number += 1
    (self.text, hits, isSearching, obstacle) = (text, [], true, nil)
    return number
  }

  /// Ends the search.
  func stop() {
    number += 1
    isSearching = false
    work.store.cancel(purpose: Self.purpose)
  }

  /// Waits until something is found, or that nothing is.
  /// - Returns: Whether something is, and is still looked for.
  func settle() async -> Bool {
    let own = number
    while own == number, hits.isEmpty, isSearching {
      await withCheckedContinuation { continuation in
        withObservationTracking {
          _ = (hits.isEmpty, isSearching)
        } onChange: {
          continuation.resume()
        }
      }
    }
    return own == number && !hits.isEmpty
  }

  // MARK: Finding

  private func find(_ text: String, _ own: Int) async {
    do throws(StoreError) {
      let finder = finder(text)
      hits = newObjects().map(Hit.new).filter {
        text.isEmpty || finder.isFound(inOneOf: texts.all(of: $0.record))
      }
      let ids = work.forms.chosenLast(of: destination)
      var known = try await rows(ids + [current].compactMap(\.self))
      if !text.isEmpty { known.removeAll { !finder.isFound(inOneOf: texts.all(of: $0)) } }
      // In the order in which they were chosen; what is pointed to is last where it was not.
      let places = Dictionary(zip(ids, 0...)) { first, _ in first }
      known.sort { ($0.id.flatMap { places[$0] } ?? .max) < ($1.id.flatMap { places[$0] } ?? .max) }
      await show(known, own, areRecent: true)
      if text.isEmpty {
        try await showFirst(own)
      } else {
        await show(try await rows(keyed(text)), own)
        try await showBeginning(with: text, finder, own)
        try await show(holding: text, in: texts.columns, own)
        if !texts.others.isEmpty {
          try await show(holding: text, in: texts.columns + texts.others, own)
        }
      }
    } catch {
      guard own == number else { return }
      if case .cancelled = error {
        obstacle = "stopped"
      } else {
        obstacle = "not all was searched"
        work.readFaults.note(error, "\(entity: destination): not all was searched")
      }
    }
    if own == number { isSearching = false }
  }

  private func show(_ records: [Record], _ own: Int, areRecent: Bool = false) async {
    let seen = await work.store.seen(records)
    guard own == number else { return }
    for record in seen where hits.count < Self.limit {
      let isThere = hits.contains { $0.record.id == record.id && record.id != nil }
      if isThere || work.editing.isGoing(record) { continue }
      hits.append(
        .stored(work.editing.current(record), isRecent: areRecent && record.id != current)
      )
    }
  }

  private func window(
    _ fetch: FetchSpecification,
    from anchor: WindowAnchor,
    count: Int = limit
  ) async throws(StoreError) -> [Record] {
    try await work.store.window(
      fetch,
      from: anchor,
      count: count,
      purpose: Self.purpose,
      timeLimit: timeLimit
    ).records
  }

  private func words(of text: String) -> [[String]] { texts.words(of: text).map { [$0] } }

  private func finder(_ text: String) -> TextSearch {
    TextSearch(words: words(of: text), in: [])
  }

  /// The identity that a text names, where that is shown and one value.
  private func keyed(_ text: String) -> [RecordID] {
    guard let attribute = texts.onlyShownKey.flatMap(destination.attribute)
    else { return [] }
    let typed = texts.words(of: text).joined(separator: " ")[...].trimmed
    switch attribute.type.kind {
    case .integer, .number:
      return Int64(typed).map { [RecordID(entityName: destination.name, key: $0)] } ?? []
    case .text where [.string, .text].contains(attribute.type):
      return [RecordID(entityName: destination.name, values: [.string(typed)])]
    default: return []
    }
  }

  /// Fetches the given objects; leaves out those that do not exist or cannot be chosen.
  private func rows(_ ids: [RecordID]) async throws(StoreError) -> [Record] {
    let named = ids.filter { $0.rowNumber == nil && $0.values.count == destination.identity.count }
    guard !named.isEmpty else { return [] }
    var fetch = specification
    let conditions = named.map { id in
      Qualifier.all(
        zip(destination.identity, id.values).map {
          .matching(PropertyPath(components: [$0]), $1)
        }
      )
    }
    fetch.auxiliaryQualifier = .all(
      [fetch.auxiliaryQualifier, .any(conditions)].compactMap(\.self)
    )
    return try await window(fetch, from: .start)
  }

  /// The fetch in the order of what begins the label, where an index gives that.
  private func ordered() async throws(StoreError) -> FetchSpecification? {
    guard let attribute = namingAttribute else { return nil }
    var fetch = specification
    fetch.sortOrderings = [SortOrdering(key: attribute.name)]
    return try await work.store.isIndexed(fetch) ? fetch : nil
  }

  private func showFirst(_ own: Int) async throws(StoreError) {
    let fetch = try await ordered() ?? specification
    guard own == number else { return }
    await show(try await window(fetch, from: .start), own)
  }

  /// Shows what begins with the text as it is typed, in small letters, in capitals, and with one: each is a stretch of the index.
  private func showBeginning(
    with text: String,
    _ finder: TextSearch,
    _ own: Int
  ) async throws(StoreError) {
    guard let ordered = try await ordered() else { return }
    let begin = try await work.store.window(
      ordered,
      from: .start,
      count: 1,
      purpose: Self.purpose,
      timeLimit: timeLimit
    )
    // How many keys behind the label tell rows apart is known to the store alone.
    guard let first = begin.cursors.first else { return }
    // Of a label of several parts the first word stands in the first.
    let isPart = texts.label.alternatives.first.map { $0.count > 1 } ?? false
    let start = isPart ? String(text.prefix { $0 != " " }) : text
    let (small, capital) = (start.lowercased(), start.uppercased())
    var tried: Set<String> = []
    let writings = [start, small, capital, String(capital.prefix(1) + small.dropFirst())]
    for writing in writings
    where own == number && hits.count < Self.limit && tried.insert(writing).inserted {
      let place = [.string(writing.justBefore)] + first.values.dropFirst().map { _ in Value.null }
      let found = try await window(ordered, from: .after(Cursor(values: place)))
      await show(found.filter { finder.isFound(inOneOf: texts.shown(of: $0)) }, own)
    }
  }

  /// Shows what holds the text in some columns: the first as soon as it is found.
  private func show(
    holding text: String,
    in columns: [SearchColumn],
    _ own: Int
  ) async throws(StoreError) {
    let search = TextSearch(words: words(of: text), in: columns)
    guard own == number, hits.count < Self.limit,
      let first = try await work.store.find(
        search,
        in: specification,
        from: nil,
        purpose: Self.purpose,
        timeLimit: timeLimit
      ), own == number
    else { return }
    await show(try await window(specification, from: .from(first.cursor), count: 1), own)
    var place = first.cursor
    for count in [2, Self.limit, Self.limit] {
      guard own == number, hits.count < Self.limit else { return }
      let found = try await work.store.window(
        showing: search,
        of: specification,
        after: place,
        count: count,
        purpose: Self.purpose,
        timeLimit: timeLimit
      )
      await show(found.records, own)
      guard found.hasMoreAfter, let last = found.cursors.last else { return }
      place = last
    }
  }
}

extension String {
  /// A text behind which, in the order of bytes, those that begin with this one come next.
  fileprivate var justBefore: String {
    guard let last = unicodeScalars.last else { return "" }
    let before = last.value == 0xE000 ? 0xD7FF : last.value &- 1
    let start = String(String.UnicodeScalarView(unicodeScalars.dropLast()))
    guard last.value > 0, let scalar = Unicode.Scalar(before) else { return start }
    return start + String(Character(scalar)) + "\u{10FFFF}"
  }
}
