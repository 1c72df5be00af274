import Editing
package import EntityModel
import EntityStore
public import Observation
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The model of a list page: its columns, rows, filters, sort order and cursor.
@Observable
public final class ListModel {
  let work: WorkContext
  /// The entity whose objects are listed.
  package let entity: Entity
  /// The scope of the page; it follows the session's.
  private(set) var scope: EnvironmentValues
  private(set) var columns: [Column] = []
  /// All that rules list, those among them that a person has hidden.
  private(set) var allColumns: [Column] = []
  /// How the rows are narrowed and ordered.
  var query: ListQuery
  /// How a person has arranged the columns.
  var arrangement: ColumnArrangement {
    didSet {
      arrangeColumns()
      if arrangement != oldValue { keep() }
    }
  }
  /// The arrangement that the rules gave last.
  private(set) var ruledArrangement: ColumnArrangement
  /// The place where the list is remembered; `nil` before that and for lists that are not.
  @ObservationIgnored var memory: ListMemories?
  /// Whether the list is not restricted to the rows of a relationship: its filters and order are those of the entity.
  @ObservationIgnored var isWhole = false
  /// The cursor of the list.
  @ObservationIgnored let cursor = ListCursor()
  /// The cursor of a view that shows the rows among others.
  @ObservationIgnored var otherCursor: ListCursor?
  /// The text search in the rows.
  @ObservationIgnored private(set) lazy var search = ListSearch(list: self)
  /// The message of the last search or change, such as "not found" or "continued at the start".
  var notice: String?
  /// Counts changes of the rows, so that views notice.
  private(set) var revision = 0
  @ObservationIgnored let result: ResultList
  /// Called once, when the first rows have arrived, with the record under the cursor.
  @ObservationIgnored var onFirstRows: ((Record) -> Void)?
  /// The outermost scope when ``scope`` was made.
  @ObservationIgnored private var root: EnvironmentValues
  /// Rows as they were drawn last; what they show is asked of the rules once.
  @ObservationIgnored private var drawnRows: [Int: TableRow] = [:]
  /// The columns for which the cached rows in ``drawnRows`` have cells.
  @ObservationIgnored private var drawnColumns = ColumnSpan.all
  @ObservationIgnored private var countRevision = 0
  /// The object on whose row the cursor is put when the rows are read next.
  @ObservationIgnored var wantedID: RecordID?
  /// The generation of counts when the list was opened last.
  @ObservationIgnored private var openedAt: Int?
  /// How often something had been saved when the rows were read.
  @ObservationIgnored private(set) var savesSeen = 0
  /// Whether the rows are from before something that could not be read.
  @ObservationIgnored private var isOutdated = false
  /// The rows that are tagged.
  var tags = Tags()
  /// How often the rows were read.
  private(set) var readCount = 0
  /// The last request to the store, whether or not its rows have arrived.
  @ObservationIgnored private var requested: Request?
  /// How the rows that are there were narrowed and ordered.
  @ObservationIgnored private var readQuery: ListQuery?
  /// The new objects that were found last, and for what.
  @ObservationIgnored var knownNew: (place: NewObjectsCacheKey, objects: [ManagedObject])?
  /// The headings of the groups into which rules divide the rows; `nil` where they do not.
  @ObservationIgnored private(set) var groups: ListGroups?
  /// The object beside the list.
  @ObservationIgnored private(set) lazy var detail = ListDetail(list: self)

  /// The list of `entity` in the scope of its page; rows come with ``load()``.
  init(work: WorkContext, entity: Entity, scope: EnvironmentValues) {
    self.work = work
    self.entity = entity
    self.scope = scope
    root = work.root
    let ruled = ColumnArrangement(in: scope)
    (ruledArrangement, arrangement) = (ruled, ruled)
    query = ListQuery(ruledSortKeys: scope[RenderingKeys.shared.sortOrderings])
    result = ResultList(
      store: work.store,
      specification: FetchSpecification(entityName: entity.name),
      batchSize: scope[FetchingKeys.shared.batchSize],
      timeLimit: scope.fetchTimeLimit
    )
    makeColumns()
    result.onChange = { [weak self] in self?.rowsChanged() }
    result.onFault = { [weak work] error, what in
      work?.readFaults.note(error, "\(entity: entity): \(what)")
    }
  }

  private func rowsChanged() {
    drawnRows = [:]
    groups?.arrange()
    revision += 1
    search.noteRows()
  }

  /// Takes over the scope of the page when the session's has changed: another size, other rules, pending changes.
  func follow(pageScope: (EnvironmentValues) -> EnvironmentValues) {
    if !root.isIdentical(to: work.root) { follow(pageScope(work.root)) }
  }

  /// Takes over a scope that was made of the session's.
  func follow(_ scope: EnvironmentValues) {
    root = work.root
    self.scope = scope
    drawnRows = [:]
    query.follow(ruledSortKeys: scope[RenderingKeys.shared.sortOrderings])
    makeColumns()
    guard let requested, case let request = request(), request != requested else { return }
    if let refusal = request.refusal {
      // The rows of before may be seen no more.
      self.requested = request
      return result.refuse("\(entity: entity) is not shown: \(refusal)")
    }
    work.loads.run { [self] in
      await reload(keepsPlace: true, isChange: true)
    }
  }

  /// The row at `position` as `make` draws it, or as it was drawn already with the same columns.
  func drawnRow(at position: Int, columns: ColumnSpan, make: () -> TableRow?) -> TableRow? {
    if countRevision != work.counts.revision || drawnColumns != columns {
      (countRevision, drawnColumns) = (work.counts.revision, columns)
      drawnRows = [:]
    }
    if let row = drawnRows[position] { return row }
    let row = make()
    drawnRows[position] = row
    return row
  }

  private func makeColumns() {
    let keys = scope.propertyKeys
    let titles = ColumnTitles(of: keys, in: scope)
    allColumns = keys.compactMap { key -> Column? in
      let column = scope.scoped(toProperty: key)
      guard scope.showsColumn(PropertyPath(key)) else { return nil }
      return Column(
        key: key,
        title: titles[key],
        scope: column,
        width: column[RenderingKeys.shared.width],
        showsTotals: column[RenderingKeys.shared.showsTotals]
      )
    }
    let ordering = groupOrdering
    if groups?.ordering != ordering { groups = ordering.map { ListGroups(by: $0, of: self) } }
    let isAsRuled = arrangement == ruledArrangement
    ruledArrangement = ColumnArrangement(in: scope)
    if isAsRuled { arrangement = ruledArrangement } else { arrangeColumns() }
  }

  /// The heading of a property: that of its column where it has one.
  func heading(of key: String) -> String {
    allColumns.first { $0.key == key }?.title ?? scope.displayName(of: key)
  }

  private func arrangeColumns() {
    drawnRows = [:]
    columns = allColumns
    guard !arrangement.leavesPlaces else { return }
    let byKey = Dictionary(allColumns.map { ($0.key, $0) }) { first, _ in first }
    columns = arrangement.shown(allColumns.map(\.key)).compactMap { byKey[$0] }
  }

  // MARK: Rows

  /// Takes over a scope that was made of the session's, and reads the rows for the first time, or anew when something may have
  /// been written since.
  /// - Returns: Whether they are read.
  @discardableResult
  func open(in scope: EnvironmentValues) -> Bool {
    let generation = work.counts.generation
    guard openedAt != generation || !root.isIdentical(to: work.root) else { return false }
    follow(scope)
    guard openedAt != generation else { return false }
    openedAt = generation
    work.loads.run { [self] in await load() }
    return true
  }

  /// Fetches the first rows, or those of a new order, and counts.
  func load() async { await reload(keepsPlace: false, isChange: false) }

  /// Asks the rules again and fetches anew, with the cursor on the same row at the same place of the screen.
  func reload() async {
    makeColumns()
    await reload(keepsPlace: true, isChange: false)
  }

  /// - Parameters:
  ///   - keepsPlace: Whether the cursor stays on its row.
  ///   - isChange: Whether other rows are asked for than are shown: where they cannot be read, those shown stay.
  /// - Returns: Why nothing was read.
  @discardableResult
  private func reload(keepsPlace: Bool, isChange: Bool = false) async -> StoreError? {
    let wanted = wantedID
    let here =
      keepsPlace ? rowPosition(at: cursor.position) ?? groups?.neighbour(of: cursor.position) : nil
    let place = here.flatMap(result.row)
    let placeID = place.flatMap(currentID)
    followMovedRows()
    savesSeen = work.saves.count
    result.forgetNumbers()
    detail.forget()
    readCount += 1
    let read = readCount
    notice = nil
    let specification = listed
    let shown = result.shown
    let hadRows = !result.rows.isEmpty || isChange && result.isLoaded && result.error == nil
    search.stop()
    if !work.saves.isWriting { work.loads.restart() }
    result.prepare(specification)
    result.timeLimit = scope.fetchTimeLimit
    requested = request()
    let asked = query
    if let wanted {
      await result.load(around: wanted)
    } else if let place {
      await result.load(around: place, of: placeID)
    } else {
      await result.load(from: .start)
    }
    // What was asked for since is under way, and takes the place of this.
    guard readCount == read else { return nil }
    if wantedID == wanted { wantedID = nil }
    if let error = result.error, hadRows {
      let isStopped = result.wasStopped
      result.revert(to: shown)
      // What is told of filters and order is how the rows are.
      if let readQuery { query = readQuery }
      isOutdated = true
      notice = (isStopped ? "stopped" : "⚠ not read") + "; the previous rows are shown"
      work.readFaults.note(error, "\(entity: entity) cannot be read")
      return error
    }
    isOutdated = false
    if result.error == nil { readQuery = asked }
    if let position = wanted.flatMap({ self.place(of: $0) }) {
      cursor.go(to: position, in: self)
    } else if cursor.rowID.flatMap(position(of:)) == nil || !keepsPlace {
      cursor.go(to: 0, in: self)
    } else {
      cursor.settle(in: self)
    }
    if let record = currentRecord { onFirstRows?(record) }
    onFirstRows = nil
    if let error = result.error {
      // In place of the rows there is room for its beginning only.
      work.readFaults.note(error, "\(entity: entity) cannot be read")
      return error
    }
    if !isChange { await forgetGoneTags() }
    if groups != nil { work.loads.run { [self] in await groups?.load() } }
    countRows()
    return nil
  }

  /// Counts the rows, for which no key waits.
  private func countRows() {
    work.loads.run { [self] in
      let read = readCount
      await result.countRows(upTo: Self.countLimit)
      if work.reading.readsAhead, readCount == read { await result.estimateRows() }
      if readCount == read { numberLater() }
    }
  }

  /// Counts and sorts a long list when nothing else has been asked for a moment.
  private func numberLater() {
    guard work.reading.readsAhead, case .atLeast = result.count else { return }
    let read = readCount
    Task { [weak self] in
      try? await Task.sleep(for: .milliseconds(300))
      guard let self, readCount == read, work.presenter?.isCurrent(self) == true else { return }
      await result.numberAhead()
    }
  }

  /// Puts the cursor on the row that `number` picks, counted from 0, once it knows how many there are.
  func go(toRow number: (_ count: Int) -> Int) async {
    notice = nil
    do throws(StoreError) { try await result.numberRows() } catch {
      if case .cancelled = error {
        notice = "stopped; the rows are not counted"
      } else {
        notice = "⚠ the rows are not counted"
        work.readFaults.note(error, "the rows are not counted")
      }
      return
    }
    guard case .exactly(let count) = result.count, count > 0 else { return }
    let isThere = await result.load(at: max(0, min(number(count), count - 1)))
    // The rows that are there else are from before, and none of them was named.
    if isThere { return cursor.go(to: place(ofRow: 0) ?? 0, in: self) }
    if result.error == nil { notice = Self.overtaken }
  }

  /// Changes what is fetched, as a step that can be taken back; when that is stopped or fails, all is as it was.
  ///
  /// - Returns: Why it failed.
  @discardableResult
  func changing(
    keepsPlace: Bool = false,
    _ change: (inout ListQuery) -> Void
  ) async -> StoreError? {
    let before = query
    change(&query)
    let step = rememberChange(since: before)
    return await readAnew(keepsPlace: keepsPlace) { $0 === step }
  }

  /// Narrows and orders the rows as another query does, which is no step.
  /// - Returns: How they were narrowed and ordered.
  func turn(to other: ListQuery) -> ListQuery {
    let before = query
    query = other
    // The frame that comes before it is read need not ask for it, too.
    requested = request()
    work.loads.run { [self] in await readAnew(keepsPlace: true) { $0.place === self } }
    return before
  }

  /// Reads what is asked for by now; where that fails all is as before, and the steps that `isFailed` picks are none.
  @discardableResult
  private func readAnew(
    keepsPlace: Bool,
    orForget isFailed: (ViewChange) -> Bool
  ) async -> StoreError? {
    await settleTags()
    let asked = listed
    let error = await reload(keepsPlace: keepsPlace, isChange: true)
    if error != nil, result.specification != asked { work.editing.forget(shown: isFailed) }
    keep()
    return error
  }

  /// Reads again when something was saved since the rows were read, or reading them was ended or failed.
  func reloadIfOutdated() async {
    if savesSeen != work.saves.count || isOutdated || result.error != nil { await reload() }
  }

  /// The page is left: nobody waits for its rows any more.
  func leave() { stop() }

  /// Ends what is being fetched.
  func stop() {
    result.stop()
    search.giveUp()
    groups?.stop()
    work.store.cancel(purpose: EntityStore.yieldingPurpose)
  }

  /// Whether the rows are being sorted in the background.
  var isSorting: Bool {
    _ = revision
    return result.isSorting
  }

  /// Folds groups, or unfolds them, with the cursor on its row or heading.
  func fold(_ change: @escaping (ListGroups) -> Void) {
    guard let groups else { return }
    change(groups)
    work.loads.act { [self] in
      await settleTags()
      await reload(keepsPlace: true, isChange: true)
    }
  }
}

/// The cache key for the new objects in a list: its page, its filters and the revision of unsaved changes.
struct NewObjectsCacheKey: Equatable {
  let page: ObjectIdentifier
  let filters: [Qualifier]
  let revision: Int
}
