import AccessControl
public import EntityModel
public import EntityStore
public import Observation
import Qualifiers
import RuleEngine
import RuleEnvironment
import StandardKeys
import Widgets

/// What a list page knows: its columns, its rows, its filters and order, and where the cursor is.
@Observable
public final class ListModel {
  /// One column: a property, and what is fetched for it.
  struct Column: Identifiable {
    let key: String
    let title: String
    /// The scope of the column, in which its cells' scopes are nested.
    let scope: EnvironmentValues
    let width: Int?
    var id: String { key }
  }

  /// A condition the user added, shown as a chip.
  struct Filter: Identifiable, Hashable {
    let id: Int
    let title: String
    let qualifier: Qualifier
  }

  let session: Session
  /// The entity whose objects are listed.
  public let entity: Entity
  /// The scope of the page; it follows the session's.
  private(set) var scope: EnvironmentValues
  private(set) var columns: [Column] = []
  private(set) var filters: [Filter] = []
  /// The fetch of the model that the list shows; `nil` for all objects.
  private(set) var namedFetch: NamedFetchUse?
  private(set) var sortKeys: [String]
  /// The order that the rules gave last.
  @ObservationIgnored private var ruledSortKeys: [String]
  /// Where the cursor is.
  @ObservationIgnored let cursor = ListCursor()
  /// What is looked for in the rows.
  @ObservationIgnored private(set) lazy var search = ListSearch(list: self)
  /// What the last search or change said: not found, or went on at the start.
  var notice: String?
  /// Counts changes of the rows, so that views notice.
  private(set) var revision = 0
  @ObservationIgnored let result: ResultList
  /// Called once, when the first rows have arrived, with the record under the cursor.
  @ObservationIgnored var onFirstRows: ((Record) -> Void)?
  @ObservationIgnored private var nextFilterID = 1
  /// The outermost scope when ``scope`` was made.
  @ObservationIgnored private var root: EnvironmentValues
  /// Rows as they were drawn last; what they show is asked of the rules once.
  @ObservationIgnored private var drawnRows: [Int: TableRow] = [:]
  /// Which of their cells were made.
  @ObservationIgnored private var drawnColumns = ColumnSpan.all
  @ObservationIgnored private var countRevision = 0
  /// The object on whose row the cursor is put when the rows are read next.
  @ObservationIgnored var wantedID: RecordID?
  /// How often something had been saved when the rows were read.
  @ObservationIgnored private var savesSeen = 0
  /// Whether the rows are from before something that could not be read.
  @ObservationIgnored private var isOutdated = false
  /// How often the rows were read.
  private(set) var readCount = 0
  /// What was asked for last, whether it has arrived or not.
  @ObservationIgnored private var requested: Request?
  /// The object beside the list, whole, and the rules by which it was read.
  @ObservationIgnored private var detailRecord: Record?
  @ObservationIgnored private var detailGeneration = 0

  /// The list of `entity` in the scope of its page; rows come with ``load()``.
  init(session: Session, entity: Entity, scope: EnvironmentValues) {
    self.session = session
    self.entity = entity
    self.scope = scope
    root = session.root
    ruledSortKeys = scope[RenderingKeys.shared.sortOrderings]
    sortKeys = ruledSortKeys
    result = ResultList(
      store: session.store,
      specification: FetchSpecification(entityName: entity.name),
      batchSize: scope[FetchingKeys.shared.batchSize],
      timeLimit: scope.fetchTimeLimit
    )
    makeColumns()
    result.onChange = { [weak self] in self?.rowsChanged() }
    result.onFault = { [weak session] error, what in
      session?.readFaults.note(error, "\(entity.displayName): \(what)")
    }
  }

  private func rowsChanged() {
    drawnRows = [:]
    revision += 1
    search.noteRows()
  }

  /// Takes over the scope of `page` when the session's has changed: another size, other rules, pending changes.
  func follow(_ page: PageState) {
    guard !root.isIdentical(to: session.root) else { return }
    root = session.root
    scope = page.scope(in: root)
    drawnRows = [:]
    makeColumns()
    let ruled = scope[RenderingKeys.shared.sortOrderings]
    let before = sortKeys
    let isUnsorted = sortKeys == unsortedKeys
    ruledSortKeys = ruled
    if isUnsorted { sortKeys = unsortedKeys }
    guard let requested, case let request = request(), request != requested else { return }
    if let refusal = request.refusal {
      // The rows of before may be seen no more.
      self.requested = request
      return result.refuse("\(entity.name) is not shown: \(refusal)")
    }
    session.loads.run { [self] in
      let error = await reload(keepsPlace: true, isChange: true)
      // The order that is told is the one the rows are in.
      if error != nil, result.specification != specification() { sortKeys = before }
    }
  }

  /// The row at `position` as `make` draws it, or as it was drawn already with the same columns.
  func drawnRow(at position: Int, columns: ColumnSpan, make: () -> TableRow?) -> TableRow? {
    if countRevision != session.counts.revision || drawnColumns != columns {
      (countRevision, drawnColumns) = (session.counts.revision, columns)
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
    columns = keys.compactMap { key -> Column? in
      let column = scope.scoped(toProperty: key)
      guard scope.showsColumn(PropertyPath(key)) else { return nil }
      return Column(
        key: key,
        title: titles[key],
        scope: column,
        width: column[RenderingKeys.shared.width]
      )
    }
  }

  // MARK: Rows

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
    wantedID = nil
    savesSeen = session.saves.count
    result.forgetNumbers()
    detailRecord = nil
    readCount += 1
    notice = nil
    let specification = specification()
    let place = keepsPlace ? result.row(at: cursor.position) : nil
    let shown = result.shown
    let hadRows = !result.rows.isEmpty || isChange && result.isLoaded && result.error == nil
    search.stop()
    if !session.saves.isWriting { session.loads.restart() }
    result.prepare(specification)
    result.timeLimit = scope.fetchTimeLimit
    requested = request()
    if let wanted {
      await result.load(around: wanted)
    } else if let place {
      await result.load(around: place)
    } else {
      await result.load(from: .start)
    }
    if let error = result.error, hadRows {
      let isStopped = result.wasStopped
      result.revert(to: shown)
      isOutdated = true
      notice = (isStopped ? "stopped" : "⚠ not read") + "; these are the rows from before"
      session.readFaults.note(error, "\(entity.displayName) is not read")
      return error
    }
    isOutdated = false
    if let position = wanted.flatMap({ result.position(of: $0) }) {
      cursor.go(to: position, in: self)
    } else if cursor.rowID.flatMap(position(of:)) == nil || !keepsPlace {
      cursor.go(to: 0, in: self)
    }
    if let record = currentRecord { onFirstRows?(record) }
    onFirstRows = nil
    if let error = result.error {
      // In place of the rows there is room for its beginning only.
      session.readFaults.note(error, "\(entity.displayName) is not read")
      return error
    }
    await result.countRows(upTo: Self.countLimit)
    if session.readsAhead { await result.estimateRows() }
    numberLater()
    return nil
  }

  /// What is wrong with the rows on the screen: more of them could not be read.
  var trouble: String? {
    _ = revision
    guard let error = result.error, !result.wasStopped, !result.rows.isEmpty else { return nil }
    return "⚠ " + error.readingSentence
  }

  /// Counts and sorts a long list when nothing else has been asked for a moment.
  private func numberLater() {
    guard session.readsAhead, case .atLeast = result.count else { return }
    let read = readCount
    Task { [weak self] in
      try? await Task.sleep(for: Self.patience)
      guard let self, readCount == read, session.navigator.current.list === self else { return }
      await result.numberAhead()
    }
  }

  private static let patience = Duration.milliseconds(300)

  /// Puts the cursor on the row that `number` picks, counted from 0, once it knows how many there are.
  func go(toRow number: (_ count: Int) -> Int) async {
    notice = nil
    do throws(StoreError) { try await result.numberRows() } catch {
      if case .cancelled = error {
        notice = "stopped; the rows are not counted"
      } else {
        notice = "⚠ the rows are not counted"
        session.readFaults.note(error, "the rows are not counted")
      }
      return
    }
    guard case .exactly(let count) = result.count, count > 0 else { return }
    await result.load(at: max(0, min(number(count), count - 1)))
    cursor.go(to: 0, in: self)
  }

  /// Changes what is fetched; when that is stopped or fails, all is as it was.
  ///
  /// - Returns: Why it failed.
  @discardableResult
  private func changing(keepsPlace: Bool = false, _ change: () -> Void) async -> StoreError? {
    let before = (filters, sortKeys, namedFetch)
    change()
    let error = await reload(keepsPlace: keepsPlace, isChange: true)
    if result.specification != specification() { (filters, sortKeys, namedFetch) = before }
    return error
  }

  /// Reads again when something was saved since the rows were read, or reading them was ended or failed.
  func reloadIfOutdated() async {
    if savesSeen != session.saves.count || isOutdated || result.error != nil { await reload() }
  }

  /// The page is left: nobody waits for its rows any more.
  func leave() { stop() }

  /// Ends what is being fetched.
  func stop() {
    result.stop()
    search.giveUp()
  }

  /// Whether the rows are being sorted in the background.
  var isSorting: Bool {
    _ = revision
    return result.isSorting
  }

  /// Moves the cursor by rows, loading them if need be, and gives the record there; `nil` at an end.
  func step(by rows: Int) async -> Record? {
    let position = cursor.position + rows
    if result.row(at: position) == nil {
      await rows > 0 ? result.extendForward() : result.extendBackward()
    }
    guard result.row(at: position) != nil else { return nil }
    cursor.go(to: position, in: self)
    return currentRecord
  }

  // MARK: The object beside the list

  /// The record under the cursor with all that a page about it shows, once that was read.
  func detail(of record: Record) -> Record {
    _ = revision
    guard let detailRecord, detailRecord.id == record.id else { return record }
    return session.editing.current(detailRecord)
  }

  /// Reads all of the object under the cursor.
  func loadDetail(of record: Record) async {
    let generation = session.resolver.generation
    guard let id = record.id, detailRecord?.id != id || detailGeneration != generation else {
      return
    }
    detailGeneration = generation
    let paths = session.fetchPaths(forObjectOf: entity, in: session.root.scoped(to: entity))
    // While the list is read again its rows are those from before.
    // Of a view several rows may have the key of this one.
    let isUnique = record.entity.definition.kind != .view
    if isUnique, !result.isLoading,
      let row = result.position(of: id).flatMap({ result.row(at: $0)?.record }),
      row.holds(paths)
    {
      // The list has read all of it.
      detailRecord = row
    } else {
      let what = "\(id.text) is shown as the list read it"
      let full = await session.readFaults.value(orSay: what) { () async throws(StoreError) in
        try await session.store.record(
          id,
          paths: paths,
          maximumLength: Self.detailLength,
          purpose: "detail"
        )
      }
      guard let full, let full else { return }
      detailRecord = full
    }
    revision += 1
  }

  /// Rows are counted up to here; beyond it the count is shown with a `+`.
  static let countLimit = 10_000

  /// So much for the object beside the list, which shows a few lines of it.
  private static let detailLength = 16_384

  /// The record under the cursor, pending changes included.
  public var currentRecord: Record? {
    _ = revision
    return result.row(at: cursor.position).map { session.editing.current($0.record) }
  }

  /// The record in a row, pending changes included, if it is in memory.
  func record(at position: Int) -> Record? {
    result.row(at: position).map { session.editing.current($0.record) }
  }

  /// The column under the cursor.
  var currentColumn: Column? {
    columns.indices.contains(cursor.column) ? columns[cursor.column] : nil
  }

  private func specification() -> FetchSpecification {
    var specification = FetchSpecification(
      entity,
      named: namedFetch,
      filters: filters.map(\.qualifier),
      sortKeys: sortKeys,
      scope: scope
    )
    specification.paths = session.fetchPaths(for: columns.map(\.key), of: entity, in: scope)
    specification.maximumLength = CellText.lengthRead
    return specification
  }

  /// What is fetched, and what the rules let through of it.
  private struct Request: Equatable {
    let specification: FetchSpecification
    let restriction: Qualifier?
    let refusal: String?
  }

  private func request() -> Request {
    Request(
      specification: specification(),
      restriction: scope[PermissionKeys.shared.restrictingQualifier],
      refusal: session.visibilityRefusal(of: entity)
    )
  }

  // MARK: Filters and order

  /// How a list was narrowed and ordered.
  struct Start {
    var filters: [Filter]
    var sortKeys: [String]
  }

  /// How the list is narrowed and ordered now.
  var start: Start { Start(filters: filters, sortKeys: sortKeys) }

  /// Narrows and orders the list as another one was, before it is loaded.
  func begin(with start: Start) {
    for old in start.filters { filters.append(filter(old.qualifier, old.title)) }
    sortKeys = start.sortKeys
  }

  /// Narrows and orders the list as a link says, before it is loaded.
  func begin(with link: LinkedList) {
    if let qualifier = link.qualifier { filters.append(filter(qualifier, link.title)) }
    namedFetch = link.named
    if let keys = link.named?.sortKeys, !keys.isEmpty { sortKeys = keys }
    if !link.sortKeys.isEmpty { sortKeys = link.sortKeys }
  }

  /// Shows what a fetch of the model picks, in its order; `nil` shows all objects again.
  func show(_ fetch: NamedFetchUse?) async {
    await changing {
      namedFetch = fetch
      sortKeys = unsortedKeys
    }
  }

  /// The order before a person chose one.
  private var unsortedKeys: [String] {
    if let keys = namedFetch?.sortKeys, !keys.isEmpty { return keys }
    return ruledSortKeys
  }

  /// Adds a condition.
  ///
  /// - Returns: Why the rows could not be narrowed by it; then it is not there.
  @discardableResult
  func add(filter qualifier: Qualifier, title: String) async -> StoreError? {
    let filter = filter(qualifier, title)
    return await changing { filters.append(filter) }
  }

  /// A condition with what is shown of it: of one about passwords no more than that there is one.
  private func filter(_ qualifier: Qualifier, _ title: String) -> Filter {
    nextFilterID += 1
    let secrets = qualifier.secrets(of: entity).map { scope.displayName(of: $0.description) }
    let shown =
      secrets.isEmpty ? title : "\(secrets.joined(separator: ", ")) \(CellText.secret)"
    return Filter(id: nextFilterID, title: shown, qualifier: qualifier)
  }

  /// Takes the last condition away; when there is none, the named fetch.
  func removeLastFilter() async {
    guard !filters.isEmpty else { return await show(nil) }
    await changing(keepsPlace: true) { filters.removeLast() }
  }

  /// Puts the rows in another order.
  func sort(by keys: [String]) async { await changing { sortKeys = keys } }

  /// Sorts by a column: first ascending, then descending, then as before.
  func toggleSort(by key: String) async {
    let keys: [String]
    if sortKeys.first == key {
      keys = ["-" + key]
    } else if sortKeys.first == "-" + key {
      keys = unsortedKeys
    } else {
      keys = [key]
    }
    await changing { sortKeys = keys }
  }
}

extension Record {
  /// Whether the values at all of `paths` were fetched whole.
  fileprivate func holds(_ paths: [PropertyPath]) -> Bool {
    truncatedPositions.isEmpty
      && paths.allSatisfy { layout.position(of: $0.components) != nil }
  }
}
