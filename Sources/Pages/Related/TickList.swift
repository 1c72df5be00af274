import Editing
import EntityModel
import EntityStore
import Observation
import Qualifiers
import RuleEnvironment
import StandardKeys
import Terminal
import Widgets
import Workspace

/// The model of a checklist for a to-many relationship: all objects that can be linked, ticked if they are.
///
/// The database is asked only for a window of rows and for the ticks near the screen. New, unsaved objects stand above the
/// rows.
@Observable
final class TickList {
  let work: WorkContext
  let link: RelatedLink
  /// The objects.
  let list: ListModel
  @ObservationIgnored let cursor = ListCursor()
  /// The filter text.
  private(set) var filter = ""
  /// Counts answers of the database to which are linked.
  private var answers = 0
  /// The stored link state of each row whose state the store has returned.
  @ObservationIgnored private var ticks: [RecordID: Bool] = [:]
  @ObservationIgnored private var asked: Set<RecordID> = []
  /// The stored link state by the key of the destination object.
  @ObservationIgnored private var linkedKeys: [[String]: Bool] = [:]
  @ObservationIgnored private var known: (root: Int, rows: Int, pending: Pending)?
  @ObservationIgnored private var newcomers = NewObjectDetector()
  @ObservationIgnored private var knownTexts: (root: Int, texts: ChooserTexts)?
  @ObservationIgnored private var narrowing: Task<Void, Never>?
  @ObservationIgnored private var answering: Task<Void, Never>?

  /// The cached unsaved part of a tick list: the changed links, and the new objects that can be ticked.
  ///
  /// Computed again when the changes or the rows differ.
  private struct Pending {
    let changes: PendingLinkChanges
    /// The new objects that could be linked and fit the typed text.
    let new: [ManagedObject]
  }

  init(_ link: RelatedLink, in work: WorkContext) {
    (self.link, self.work) = (link, work)
    list = ListModel(
      work: work,
      entity: link.destination,
      scope: Self.scope(of: link, in: work)
    )
    cursor.passesFocus = true
    list.otherCursor = cursor
  }

  private static func scope(of link: RelatedLink, in work: WorkContext) -> EnvironmentValues {
    var scope = work.root.scoped(toTask: .select).scoped(to: link.destination)
    if let offered = link.offered(in: work) {
      // What is linked can be unlinked, offered or not.
      let linked = link.relationship.qualifier(from: link.owner.base)
      scope[FetchingKeys.shared.auxiliaryQualifier] = .any([offered, linked].compactMap(\.self))
    }
    return scope
  }

  /// Reads the rows for the first time, or anew when something was saved or rules are others.
  func open() {
    guard work.visibilityRefusal(of: link.destination) == nil else { return }
    if list.open(in: Self.scope(of: link, in: work)) {
      (ticks, asked, linkedKeys) = ([:], [], [:])
    }
    if let object = newcomers.next(among: pending.new) { show(object) }
  }

  /// The texts by which the filter finds objects.
  private var texts: ChooserTexts {
    let root = work.rootRevisionShown
    if let knownTexts, knownTexts.root == root { return knownTexts.texts }
    let texts = ChooserTexts(of: link.destination, in: list.scope, work, findsBy: .allColumns)
    knownTexts = (root, texts)
    return texts
  }

  /// The texts in which the filter has found an object where its title does not hold the words.
  func found(_ record: Record, besides title: String) -> [String] {
    guard !filter.isEmpty else { return [] }
    let finder = TextSearch(words: texts.words(of: filter).map { [$0] }, in: [])
    return texts.found(by: finder, in: record, besides: [title])
  }

  /// Shows only objects with a text in their label or columns.
  func narrow(to text: String) {
    guard text != filter else { return }
    filter = text
    let paths = texts.shownPaths.filter(link.destination.isFetchable)
    let words = text.isEmpty ? [] : texts.words(of: text)
    let narrowing = Task { [list] in await list.narrow(to: text, words: words, orAt: paths) }
    self.narrowing = narrowing
    work.loads.run { await narrowing.value }
  }

  /// Lets keys wait until the rows that the filter asks for are there with their ticks: what is ticked is one of them.
  func settle() {
    guard let narrowing else { return }
    work.loads.act { [self] in
      await narrowing.value
      askForTicks(list.bounds.positions)
      await answering?.value
    }
  }

  private var pending: Pending {
    let place = (work.rootRevisionShown, list.revision)
    if let known, (known.root, known.rows) == place { return known.pending }
    let changes = link.changes()
    let new = list.fitting(link.newObjects(with: changes, in: work))
    let pending = Pending(changes: changes, new: new)
    known = (place.0, place.1, pending)
    return pending
  }

  /// The position of the first new object.
  private var firstPosition: Int { list.bounds.positions.lowerBound - shownNew.count }

  /// The new objects, which stand above all others.
  private var shownNew: [ManagedObject] {
    let bounds = list.bounds
    return bounds.reachesStart || bounds.positions.isEmpty ? pending.new : []
  }

  /// The new object at a position.
  func newObject(at position: Int) -> ManagedObject? {
    let (objects, index) = (shownNew, position - firstPosition)
    return objects.indices.contains(index) ? objects[index] : nil
  }

  /// The object at a position as it stands.
  func record(at position: Int) -> Record? {
    newObject(at: position)?.snapshot ?? list.record(at: position)
  }

  /// The looks of the row at a position.
  func style(at position: Int) -> Style? {
    let row = newObject(at: position).map { list.drawn($0.snapshot) } ?? list.row(at: position)
    return row?.style
  }

  /// Puts the cursor on a new object.
  private func show(_ object: ManagedObject) {
    list.withStart { [self] in
      if let index = shownNew.firstIndex(where: { $0 === object }) {
        cursor.go(to: firstPosition + index, in: self)
      }
    }
  }

  /// Whether what is pending links an object, or takes it out; `nil` where it does neither.
  private func pendingTick(at position: Int) -> Bool? {
    if let object = newObject(at: position) { return pending.changes.adds(object) }
    guard let record = list.record(at: position) else { return nil }
    if pending.changes.removes(record, of: link) { return false }
    let object = record.id.flatMap { work.editing.registeredObject(for: $0) }
    return object.map(pending.changes.adds) == true ? true : nil
  }

  /// Whether the object at a position is linked when all is saved; `nil` while that is not known.
  func isTicked(at position: Int) -> Bool? {
    _ = answers
    if let tick = pendingTick(at: position) { return tick }
    guard let id = list.record(at: position)?.id else { return nil }
    return link.owner.state == .inserted ? false : ticks[id]
  }

  /// Whether the tick at a position, or the object there, is not saved yet.
  func isChanged(at position: Int) -> Bool { pendingTick(at: position) != nil }

  /// Returns ``countText``, with a note when no row on the screen is ticked: `3 of 12 ticked, none of these`.
  func countText(besides shown: Range<Int>) -> String {
    let text = countText
    let hasTicks = text.first.map { $0.isNumber && $0 != "0" } ?? false
    guard hasTicks, shown.allSatisfy({ isTicked(at: $0) == false }) else { return text }
    return text + ", none of these"
  }

  /// How many are ticked, of how many: `3 of 12 ticked`.
  var countText: String {
    let stored =
      link.owner.state == .inserted
      ? "0" : work.counts.text(of: link.relationship, from: link.owner.base.id) ?? "…"
    _ = answers
    let known = stored.hasSuffix("+") ? nil : Int(stored.filter { $0.isASCII && $0.isNumber })
    let ticked = known.map { NumberText.count($0 + growth) } ?? stored
    let all: String =
      switch list.count {
      case .exactly(let count): " of \(NumberText.count(count + pending.new.count))"
      case .atLeast(let count): " of \(NumberText.count(count + pending.new.count))+"
      case .unknown: ""
      }
    return filter.isEmpty ? "\(ticked)\(all) ticked" : "\(ticked) ticked,\(all.dropFirst(3)) fit"
  }

  /// By how many objects more are linked when all is saved; what others have linked or taken out already is counted as stored.
  private var growth: Int {
    let changes = pending.changes
    let added = changes.added.count { linkedKeys[link.key(of: $0.object.base)] != true }
    let removed = changes.removedJoins.keys.count { linkedKeys[$0] != false }
    return added - removed - changes.removedIDs.count { ticks[$0] != false }
  }

  /// Asks which of the rows at some positions are linked, and which of those that are to be, all that were not asked for yet
  /// with one statement.
  private func askForTicks(_ positions: Range<Int>) {
    guard link.owner.state != .inserted else { return }
    let shown = positions.clamped(to: list.bounds.positions).compactMap { list.record(at: $0) }
    let ids = Set(shown.compactMap(\.id))
    let added = pending.changes.added.map(\.object)
      .filter { $0.id.map(ids.contains) == false }.map(\.base)
    let records = (shown + added).filter { $0.id.map(asked.contains) == false }
    guard !records.isEmpty, let specification = link.linked(among: records) else { return }
    asked.formUnion(records.compactMap(\.id))
    let answering = Task { [self] in await learnTicks(records, by: specification) }
    self.answering = answering
    work.loads.run { await answering.value }
  }

  private func learnTicks(_ records: [Record], by specification: FetchSpecification) async {
    let what: NamedSentence =
      "the ticks of \(property: link.relationship.name, of: link.owner.entity) cannot be read"
    let found = await work.readFaults.value(orSay: what) { () async throws(StoreError) in
      try await work.store.window(specification, from: .start, count: records.count).records
    }
    guard let found else { return }
    let linked = Set(found.compactMap(\.id))
    for record in records {
      guard let id = record.id else { continue }
      ticks[id] = linked.contains(id)
      linkedKeys[link.key(of: record)] = linked.contains(id)
    }
    answers += 1
  }

  /// Does something with the object at a position and whether it is linked, once that is known; keys wait for it.
  func withTick(at position: Int, _ body: @escaping (ManagedObject, Bool) -> Void) {
    guard let object = object(at: position) else { return }
    if let isTicked = isTicked(at: position) { return body(object, isTicked) }
    work.loads.act { [self] in
      if let specification = link.linked(among: [object.base]) {
        await learnTicks([object.base], by: specification)
      }
      if let isTicked = object.id.flatMap({ ticks[$0] }) { body(object, isTicked) }
    }
  }

  /// The object at a position.
  func object(at position: Int) -> ManagedObject? {
    newObject(at: position)
      ?? list.record(at: position).map { work.editing.object(for: $0) }
  }
}

extension TickList: @MainActor RowSource {
  var bounds: RowBounds {
    var bounds = list.bounds
    bounds.positions = firstPosition..<bounds.positions.upperBound
    return bounds
  }

  func ensure(_ positions: Range<Int>) {
    list.ensure(positions)
    askForTicks(positions)
  }

  func reach(beyond end: RowEnd) { list.reach(beyond: end) }
  func jump(to end: RowEnd) { list.jump(to: end) }

  func id(at position: Int) -> AnyID? {
    newObject(at: position).map { AnyID(ObjectIdentifier($0)) } ?? list.id(at: position)
  }

  func position(of id: AnyID) -> Int? {
    let index = shownNew.firstIndex { AnyID(ObjectIdentifier($0)) == id }
    return index.map { firstPosition + $0 } ?? list.position(of: id)
  }
}
