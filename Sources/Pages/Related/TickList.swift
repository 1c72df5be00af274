import Editing
import EntityModel
import EntityStore
import Observation
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets

/// All objects that a to-many relationship could lead to, each with a tick where it does; only a window of them is read, and
/// the ticks of what is near the screen.
@Observable
final class TickList {
  let session: Session
  let link: RelatedLink
  /// The objects.
  let list: ListModel
  /// What was typed to narrow them.
  private(set) var filter = ""
  /// Counts answers of the database to which are linked.
  private var answers = 0
  /// Which stored objects are linked as stored, as far as that was asked.
  @ObservationIgnored private var ticks: [RecordID: Bool] = [:]
  @ObservationIgnored private var asked: Set<RecordID> = []
  @ObservationIgnored private var known: (root: Int, changes: LinkChanges)?
  @ObservationIgnored private var narrowing: Task<Void, Never>?
  @ObservationIgnored private var answering: Task<Void, Never>?

  init(_ link: RelatedLink, in session: Session) {
    (self.link, self.session) = (link, session)
    list = ListModel(
      session: session,
      entity: link.destination,
      scope: Self.scope(of: link, in: session)
    )
    list.cursor.passesFocus = true
  }

  private static func scope(of link: RelatedLink, in session: Session) -> EnvironmentValues {
    var scope = session.root.scoped(toTask: .select).scoped(to: link.destination)
    if let offered = link.offered(in: session) {
      // What is linked can be unlinked, offered or not.
      let linked = link.relationship.qualifier(from: link.owner.base)
      scope[FetchingKeys.shared.auxiliaryQualifier] = .any([offered, linked].compactMap(\.self))
    }
    return scope
  }

  /// Reads the rows for the first time, or anew when something was saved or rules are others.
  func open() {
    guard session.visibilityRefusal(of: link.destination) == nil else { return }
    if list.open(in: Self.scope(of: link, in: session)) { (ticks, asked) = ([:], []) }
  }

  /// Shows only objects in whose columns a text stands.
  func narrow(to text: String) {
    guard text != filter else { return }
    filter = text
    let narrowing = Task { [list] in await list.narrow(to: text) }
    self.narrowing = narrowing
    session.loads.run { await narrowing.value }
  }

  /// Lets keys wait until the rows that the filter asks for are there with their ticks: what is ticked is one of them.
  func settle() {
    guard let narrowing else { return }
    session.loads.act { [self] in
      await narrowing.value
      askForTicks(list.bounds.positions)
      await answering?.value
    }
  }

  private var changes: LinkChanges {
    let root = session.rootRevisionShown
    if let known, known.root == root { return known.changes }
    let changes = link.changes()
    known = (root, changes)
    return changes
  }

  /// Whether what is pending links an object, or takes it out; `nil` where it does neither.
  private func pendingTick(of record: Record) -> Bool? {
    if changes.removes(record, of: link) { return false }
    let object = record.id.flatMap { session.editing.registeredObject(for: $0) }
    return object.map(changes.adds) == true ? true : nil
  }

  /// Whether the object at a position is linked when all is saved; `nil` while that is not known.
  func isTicked(at position: Int) -> Bool? {
    _ = answers
    guard let record = list.record(at: position), let id = record.id else { return nil }
    return pendingTick(of: record) ?? (link.owner.state == .inserted ? false : ticks[id])
  }

  /// Whether the tick at a position is not saved yet.
  func isChanged(at position: Int) -> Bool {
    list.record(at: position).flatMap(pendingTick) != nil
  }

  /// How many are ticked, of how many: `3 of 12 ticked`.
  var countText: String {
    let stored =
      link.owner.state == .inserted
      ? "0" : session.counts.text(of: link.relationship, from: link.owner.base.id) ?? "…"
    let known = stored.hasSuffix("+") ? nil : Int(stored.filter { $0.isASCII && $0.isNumber })
    let ticked = known.map { NumberText.count($0 + changes.growth) } ?? stored
    let all: String =
      switch list.count {
      case .exactly(let count): " of \(NumberText.count(count))"
      case .atLeast(let count): " of \(NumberText.count(count))+"
      case .unknown: ""
      }
    return filter.isEmpty ? "\(ticked)\(all) ticked" : "\(ticked) ticked,\(all.dropFirst(3)) fit"
  }

  /// Asks which of the rows at some positions are linked, all that were not asked for yet with one statement.
  private func askForTicks(_ positions: Range<Int>) {
    guard link.owner.state != .inserted else { return }
    let records = positions.clamped(to: list.bounds.positions).compactMap {
      list.record(at: $0)
    }.filter { $0.id.map(asked.contains) == false }
    guard !records.isEmpty, let specification = link.linked(among: records) else { return }
    asked.formUnion(records.compactMap(\.id))
    let answering = Task { [self] in await learnTicks(records, by: specification) }
    self.answering = answering
    session.loads.run { await answering.value }
  }

  private func learnTicks(_ records: [Record], by specification: FetchSpecification) async {
    let what = "which of \(link.relationship.displayName) are ticked is not known"
    let found = await session.readFaults.value(orSay: what) { () async throws(StoreError) in
      try await session.store.window(specification, from: .start, count: records.count).records
    }
    guard let found else { return }
    let linked = Set(found.compactMap(\.id))
    for id in records.compactMap(\.id) { ticks[id] = linked.contains(id) }
    answers += 1
  }

  /// Does something with the object at a position and whether it is linked, once that is known; keys wait for it.
  func withTick(at position: Int, _ body: @escaping (Record, Bool) -> Void) {
    guard let record = list.record(at: position) else { return }
    if let isTicked = isTicked(at: position) { return body(record, isTicked) }
    session.loads.act { [self] in
      if let specification = link.linked(among: [record]) {
        await learnTicks([record], by: specification)
      }
      if let isTicked = record.id.flatMap({ ticks[$0] }) { body(record, isTicked) }
    }
  }
}

extension TickList: @MainActor RowSource {
  var bounds: RowBounds { list.bounds }

  func ensure(_ positions: Range<Int>) {
    list.ensure(positions)
    askForTicks(positions)
  }

  func reach(beyond end: RowEnd) { list.reach(beyond: end) }
  func jump(to end: RowEnd) { list.jump(to: end) }
  func id(at position: Int) -> AnyID? { list.id(at: position) }
  func position(of id: AnyID) -> Int? { list.position(of: id) }
}
