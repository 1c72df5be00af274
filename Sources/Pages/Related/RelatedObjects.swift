import AccessControl
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

/// The model of a to-many relationship on its owner's page: a window of stored rows, with the unsaved changes applied to them.
@Observable
final class RelatedObjects {
  let work: WorkContext
  let link: RelatedLink
  /// The stored rows.
  let list: ListModel
  @ObservationIgnored let cursor = ListCursor()
  /// The attribute that holds the place of each object, where people order them: of the objects between, where there are some.
  @ObservationIgnored private(set) var orderKey: String?
  /// The stored objects between that hold places, by what tells the object at the other end; `nil` before they are read.
  private var joins: [[String]: Record]?
  @ObservationIgnored private var known: (root: Int, rows: Int, layout: Layout)?
  @ObservationIgnored private var newcomers = NewObjectDetector()

  /// A row of related objects in a to-many relationship: a stored one, or one linked by unsaved changes.
  enum Row {
    /// Linked by what is pending; with the object between where there is one.
    case added(ManagedObject, join: ManagedObject?)
    /// In the stored list, at a position.
    case stored(Int, Record)
  }

  /// The cached rows of a to-many relationship: the unsaved links, whether stored rows exist, and the unsaved order.
  ///
  /// Computed again when the changes or the stored rows differ.
  private struct Layout {
    let changes: PendingLinkChanges
    /// Whether the owner can have stored rows.
    let isStored: Bool
    /// All rows by what is pending of their order; `nil` where the order is that of the stored list.
    let ordered: [Row]?
  }

  init(_ link: RelatedLink, in work: WorkContext) {
    (self.link, self.work) = (link, work)
    let orderKey = link.orderKey(in: work)
    self.orderKey = orderKey
    list = ListModel(
      work: work,
      entity: link.destination,
      scope: Self.scope(of: link, orderedBy: orderKey, in: work)
    )
    cursor.passesFocus = true
    list.otherCursor = cursor
    // A table that puts its cursor on the first row needs another frame; which one is first may be known later.
    list.onFirstRows = { [weak self] _ in
      if let self, self.orderKey == nil { cursor.settle(in: self) }
    }
  }

  /// The title of an object below its owner: its label without the parts that the owner's name above says already.
  func title(of record: Record) -> String {
    let scope = list.scope.scoped(to: record)
    let title = scope[RenderingKeys.shared.title]
    guard case .direct(let back) = link.way,
      let label = work.labelPaths.label(of: link.destination, in: scope, root: work.root),
      record.label(by: label) == title,
      let own = label.filter({ $0.components.count == 1 || $0.first != back.name }),
      own.text({ record.value(forPath: $0.components[...]) }) != nil
    else { return title }
    return record.label(by: own)
  }

  private static func scope(
    of link: RelatedLink,
    orderedBy orderKey: String?,
    in work: WorkContext
  ) -> EnvironmentValues {
    var scope = work.root.scoped(toTask: .list).scoped(to: link.destination)
    // Only the columns are asked for as a task of their own: what may be seen of a list may be seen here.
    let related = work.root.scoped(toTask: .related).scoped(to: link.destination)
    scope[RenderingKeys.shared.displayPropertyKeys] =
      related[RenderingKeys.shared.displayPropertyKeys]
    var keys = scope[FetchingKeys.shared.prefetchKeyPaths]
    if case .direct(let back) = link.way {
      keys += [orderKey].compactMap(\.self) + back.definition.joins.map(\.source)
      // Whose they are stands above them.
      let others = scope[RenderingKeys.shared.displayPropertyKeys].filter { $0 != back.name }
      if !others.isEmpty { scope[RenderingKeys.shared.displayPropertyKeys] = others }
    }
    scope[FetchingKeys.shared.prefetchKeyPaths] = keys
    scope[FetchingKeys.shared.auxiliaryQualifier] = link.relationship.qualifier(
      from: link.owner.base
    )
    guard let orderKey else { return scope }
    if link.isDirect {
      scope[RenderingKeys.shared.sortOrderings] = [orderKey]
    } else {
      // Their order is known once all are here.
      scope[FetchingKeys.shared.batchSize] = RelatedLink.mostJoins
    }
    return scope
  }

  /// Reads the rows for the first time, or anew when something was saved or rules are others.
  func open() {
    orderKey = link.orderKey(in: work)
    let new = changes.added.map(\.object).filter { $0.state == .inserted }
    if let object = newcomers.next(among: new) { show(object) }
    guard isStored, work.visibilityRefusal(of: link.destination) == nil else { return }
    let isRead = list.open(in: Self.scope(of: link, orderedBy: orderKey, in: work))
    guard isRead || joins == nil, orderKey != nil, let specification = link.allJoins(in: work)
    else { return }
    work.loads.run { [self] in
      let what: NamedSentence =
        "the order of \(property: link.relationship.name, of: link.owner.entity) cannot be read"
      let found = await work.readFaults.value(orSay: what) { () async throws(StoreError) in
        try await work.store.window(specification, from: .start, count: RelatedLink.mostJoins)
          .records
      }
      guard let found else { return }
      joins = Dictionary(found.map { (link.farKey(of: $0), $0) }) { first, _ in first }
      known = nil
    }
  }

  /// Returns the record that holds the sort position of a row: the object itself or its join object.
  private func holder(of row: Row) -> Record? {
    guard !link.isDirect else { return record(of: row) }
    switch row {
    case .added(_, let join): return join?.snapshot
    case .stored(_, let record):
      return joins?[link.key(of: record)].map { work.editing.current($0) }
    }
  }

  /// The objects that hold the places of all rows, in their order; `nil` where some are not known.
  func placedObjects() -> [ManagedObject]? {
    let rows = bounds.positions.compactMap(entry)
    let placed = rows.compactMap { row -> ManagedObject? in
      if case .added(_, let join?) = row { return join }
      guard !link.isDirect else { return object(of: row) }
      return holder(of: row).map { work.editing.object(for: $0) }
    }
    return isWhole && placed.count == rows.count ? placed : nil
  }

  /// The rows with unsaved changes and sort order applied; cached until the changes or rows differ.
  private var layout: Layout {
    let place = (work.rootRevisionShown, list.revision)
    if let known, (known.root, known.rows) == place { return known.layout }
    let (changes, isStored) = (link.changes(), link.canHaveStoredRows)
    let rows = orderKey.flatMap { ordered(by: $0, changes, isStored: isStored) }
    let layout = Layout(changes: changes, isStored: isStored, ordered: rows)
    known = (place.0, place.1, layout)
    return layout
  }

  /// All rows in their pending order; `nil` where not all are in memory.
  private func ordered(by key: String, _ changes: PendingLinkChanges, isStored: Bool) -> [Row]? {
    guard !isStored || list.bounds.reachesStart && list.bounds.reachesEnd else { return nil }
    guard link.isDirect || joins != nil || !isStored else { return nil }
    let stored = isStored ? storedRows : []
    let rows = stored + changes.added.map { Row.added($0.object, join: $0.join) }
    let places = rows.map { holder(of: $0)?.value(forKey: key) ?? .null }
    return rows.indices.sorted { left, right in
      switch SortOrdering(key: key).compare(places[left], places[right]) {
      case .equal: left < right
      case let order: order == .less
      }
    }.map { rows[$0] }
  }

  private var storedRows: [Row] {
    list.bounds.positions.compactMap { position in
      list.record(at: position).map { .stored(position, $0) }
    }
  }

  /// Whether all rows are in memory.
  var isWhole: Bool { layout.ordered != nil }

  private var isStored: Bool { layout.isStored }

  /// The unsaved changes to the links.
  var changes: PendingLinkChanges { layout.changes }

  /// The row at a position.
  func entry(at position: Int) -> Row? {
    if let ordered = layout.ordered {
      return ordered.indices.contains(position) ? ordered[position] : nil
    }
    let added = layout.changes.added
    let first = storedBounds.positions.lowerBound
    if position < first, storedBounds.reachesStart, position >= first - added.count {
      let link = added[position - first + added.count]
      return .added(link.object, join: link.join)
    }
    return isStored ? list.record(at: position).map { .stored(position, $0) } : nil
  }

  private var storedBounds: RowBounds { isStored ? list.bounds : RowBounds(0..<0) }

  /// A row as it stands with what is pending.
  func record(of row: Row) -> Record {
    switch row {
    case .added(let object, _): object.snapshot
    case .stored(_, let record): record
    }
  }

  /// The object of a row.
  func object(of row: Row) -> ManagedObject {
    switch row {
    case .added(let object, _): object
    case .stored(_, let record):
      record.id.flatMap { work.editing.registeredObject(for: $0) }
        ?? work.editing.object(for: record)
    }
  }

  /// The row under the cursor.
  var current: Row? { entry(at: cursor.position) }

  /// Whether a row will be there no more, or not here.
  func isLeaving(_ row: Row) -> Bool {
    guard case .stored(_, let record) = row else { return false }
    return changes.removes(record, of: link)
      || record.id.flatMap { work.editing.registeredObject(for: $0) }?.state == .deleted
  }

  /// How many rows unsaved changes add and take out, as `+1 −2`; `nil` for none.
  var pendingText: String? {
    let (added, removed) = (changes.added.count, changes.removedCount)
    let parts = [added > 0 ? "+\(added)" : nil, removed > 0 ? "−\(removed)" : nil]
    let text = parts.compactMap(\.self).joined(separator: " ")
    return text.isEmpty ? nil : text
  }

  /// How many rows are behind `position`, in words; `nil` where there are none.
  func moreText(behind position: Int) -> String? {
    let bounds = bounds
    let seen = bounds.positions.count { $0 < position }
    let known = bounds.positions.count - seen
    guard isStored, !bounds.reachesEnd else { return known > 0 ? "and \(known) more" : nil }
    guard case .exactly(let count) = list.count, bounds.reachesStart else { return "and more" }
    return "and \(NumberText.count(count + changes.added.count - seen)) more"
  }

  /// Puts the cursor on the row of an object that is linked by what is pending: these stand above the first stored one.
  func show(_ object: ManagedObject) {
    list.withStart { [self] in
      let position = bounds.positions.first {
        entry(at: $0).map { self.object(of: $0) === object } ?? false
      }
      if let position { cursor.go(to: position, in: self) }
    }
  }
}

extension RelatedObjects: @MainActor RowSource {
  var bounds: RowBounds {
    if let ordered = layout.ordered { return RowBounds(0..<ordered.count) }
    var bounds = storedBounds
    if bounds.reachesStart || bounds.positions.isEmpty {
      let lower = bounds.positions.lowerBound - layout.changes.added.count
      bounds.positions = lower..<bounds.positions.upperBound
    }
    return bounds
  }

  func ensure(_ positions: Range<Int>) { if isStored { list.ensure(positions) } }

  func reach(beyond end: RowEnd) { if isStored { list.reach(beyond: end) } }

  func jump(to end: RowEnd) { list.jump(to: end) }

  func id(at position: Int) -> AnyID? {
    switch entry(at: position) {
    case .added(let object, _)?: AnyID(ObjectIdentifier(object))
    case .stored(let stored, _)?: list.id(at: stored)
    case nil: nil
    }
  }

  func position(of id: AnyID) -> Int? { bounds.positions.first { self.id(at: $0) == id } }
}

extension RelatedObjects: @MainActor CellSource {
  func row(at position: Int) -> TableRow? {
    guard let entry = entry(at: position) else { return nil }
    var row =
      switch entry {
      case .added(let object, _): list.drawn(new: object)
      case .stored(let stored, let record): list.row(at: stored) ?? list.drawn(record)
      }
    if case .added = entry { row.isAdded = true }
    if isLeaving(entry) {
      row.isGoing = true
      row.style = row.style.overlaid(with: Style(attributes: [.dim, .strikethrough]))
    }
    return row
  }
}

extension WorkContext {
  /// Counts the outermost scopes, for views that are to be made anew with each.
  var rootRevisionShown: Int {
    _ = root
    return rootRevision
  }
}
