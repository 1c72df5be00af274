package import EntityStore
import Synchronization

/// The loaded rows of one fetch: a contiguous part of the result that grows at its ends as the user scrolls.
///
/// Old rows stay until new ones arrive; a newer request takes the place of an older one. Rows have consecutive positions, which
/// stay when rows are added at either end. Their absolute positions are known only once an end was reached.
package final class ResultList {
  /// The number of rows of the whole result: exact, a lower bound, or unknown while it is being counted.
  package enum Count: Equatable {
    case unknown
    case atLeast(Int)
    case exactly(Int)
  }

  /// How many lists have been made.
  private static let made = Atomic(0)

  package let store: EntityStore
  package private(set) var specification: FetchSpecification
  /// The rows in memory.
  private var stretch = RowWindow()
  package private(set) var count = Count.unknown
  package private(set) var error: StoreError?
  /// Whether the first rows have arrived, or failed to.
  package private(set) var isLoaded = false
  package private(set) var isLoading = false
  /// The progress of counting and sorting the rows; `nil` while nothing is being counted.
  package private(set) var numberingProgress: WorkProgress?
  /// Whether the rows are being sorted in the background, and not only counted.
  package private(set) var isSorting = false
  /// About how many rows there are, while that is not known exactly; `nil` where nothing tells.
  package private(set) var estimate: Int?
  /// Called when anything above has changed.
  package var onChange: () -> Void = {}
  /// Called when a number that stands beside the rows could not be found out, with what it is.
  package var onFault: (StoreError, String) -> Void = { _, _ in }

  /// The fetch whose rows are there, while another is asked for.
  private var former: Shown?
  private var request = 0
  /// Names the requests of this list for the store: a newer one cancels the older.
  private let purpose: String
  private let numberingPurpose: String
  /// The fetch whose rows have numbers, as they were when they were read last.
  private var numbered: FetchSpecification?
  private let batchSize: Int
  /// How long a fetch may take.
  package var timeLimit: Duration?

  package init(
    store: EntityStore,
    specification: FetchSpecification,
    batchSize: Int,
    timeLimit: Duration?
  ) {
    self.store = store
    self.timeLimit = timeLimit
    self.specification = specification
    self.batchSize = min(max(batchSize, 10), Self.largestBatch)
    let number = Self.made.wrappingAdd(1, ordering: .relaxed).newValue
    (purpose, numberingPurpose) = ("list \(number)", "numbering \(number)")
  }

  private static let largestBatch = 10_000

  /// The rows in memory, in their order.
  package var rows: [RowWindow.Row] { stretch.rows }
  package var hasMoreBefore: Bool { stretch.hasMoreBefore }
  package var hasMoreAfter: Bool { stretch.hasMoreAfter }
  /// The positions of the rows in memory.
  package var positions: Range<Int> { stretch.positions }
  /// The difference between a row's number in the whole result and its position; `nil` while it is not known.
  package var offset: Int? { stretch.offset }

  /// The row at `position`, if it is in memory.
  package func row(at position: Int) -> RowWindow.Row? { stretch.row(at: position) }

  /// Returns the position of the row at `cursor` in the sort order; `nil` when it is not in memory.
  package func position(of cursor: Cursor) -> Int? { stretch.position(of: cursor) }

  /// Returns the position of the row with `id`; `nil` when it is not in memory.
  package func position(of id: RecordID) -> Int? { stretch.position(of: id) }

  /// The next load is another fetch; the old rows stay visible until its first rows arrive.
  package func prepare(_ specification: FetchSpecification) {
    guard specification != self.specification else { return }
    former = shown
    self.specification = specification
    (count, estimate) = (.unknown, nil)
    (numberingProgress, isSorting) = (nil, false)
    store.cancel(purpose: numberingPurpose)
  }

  /// Loads anew from `anchor`; all positions change.
  ///
  /// - Returns: Whether these rows are there now: they could be read, and no others were asked for meanwhile.
  @discardableResult
  package func load(from anchor: WindowAnchor) async -> Bool {
    await request { request throws(StoreError) in
      [try await request.fetch(anchor)]
    } take: { list, windows in
      list.replaceRows(windows)
    }
  }

  /// Loads anew so that a row has position 0 and those before it are there too; where the row is gone, the next one.
  ///
  /// Its identity now is `id`. Where there is no next one, the last row has position -1.
  package func load(around row: RowWindow.Row, of id: RecordID?) async {
    await request { request throws(StoreError) in
      let window = try await request.fetch(from: row, of: id)
      guard let first = window.cursors.first else {
        return [window, try await request.fetch(.end)]
      }
      guard window.hasMoreBefore else { return [window] }
      return [window, try await request.fetch(.before(first))]
    } take: { list, windows in
      list.replaceRows(windows)
    }
  }

  /// Loads anew so that the row of an object has position 0 and those before it are there too; where it is not among the
  /// rows, from the start.
  package func load(around id: RecordID) async {
    await request { request throws(StoreError) in
      let window: Window
      do throws(StoreError) { window = try await request.fetch(.id(id)) } catch {
        guard case .notFound = error else { throw error }
        return [try await request.fetch(.start)]
      }
      // An object that the filter leaves out has a place in the order all the same.
      guard window.records.first?.id == id else { return [try await request.fetch(.start)] }
      guard let first = window.cursors.first, window.hasMoreBefore else { return [window] }
      return [window, try await request.fetch(.before(first))]
    } take: { list, windows in
      list.replaceRows(windows)
    }
  }

  /// Takes the rows of a window, and of the one before it where there is one.
  private func replaceRows(_ windows: [Window]) {
    former = nil
    stretch = RowWindow(windows[0], before: windows.count > 1 ? windows[1] : nil)
    placeFromEnd()
  }

  /// A running load of rows, which may take several fetches.
  ///
  /// Its number is compared with that of the newest load: an outdated load stops with ``StoreError/cancelled``.
  private struct Request {
    let list: ResultList
    let number: Int

    /// - Throws: ``StoreError/cancelled`` once there is a newer load, which another fetch of this one would call off.
    func fetch(_ anchor: WindowAnchor) async throws(StoreError) -> Window {
      guard number == list.request else { throw .cancelled }
      return try await list.store.window(
        list.specification,
        from: anchor,
        count: list.batchSize,
        purpose: list.purpose,
        timeLimit: list.timeLimit
      )
    }

    func fetch(from row: RowWindow.Row, of id: RecordID?) async throws(StoreError) -> Window {
      guard let id else { return try await fetch(.from(row.cursor)) }
      do {
        return try await fetch(.id(id))
      } catch .notFound {
        return try await fetch(.from(row.cursor))
      }
    }
  }

  /// Ends a fetch that takes too long; the rows stay as they are.
  package func stop() {
    store.cancel(purpose: purpose)
    store.cancel(purpose: numberingPurpose)
  }

  /// Whether the last fetch was ended by ``stop()``.
  package var wasStopped: Bool { if case .cancelled? = error { true } else { false } }

  /// A fetch with its row count, kept so that a failed fetch can be rolled back to it.
  package struct Shown {
    fileprivate let specification: FetchSpecification
    fileprivate let count: Count
    fileprivate let estimate: Int?
  }

  /// The fetch whose rows are there.
  package var shown: Shown {
    former ?? Shown(specification: specification, count: count, estimate: estimate)
  }

  /// The rows in memory, to be shown again by ``show(_:)``.
  package var window: RowWindow { stretch }

  /// Shows rows of the same fetch that were in memory before; what was asked for since is dropped.
  package func show(_ window: RowWindow) {
    request += 1
    (stretch, isLoading) = (window, false)
    onChange()
  }

  /// Takes up again the fetch whose rows are still there.
  package func revert(to shown: Shown) {
    (specification, count, estimate) = (shown.specification, shown.count, shown.estimate)
    (former, error) = (nil, nil)
    onChange()
  }

  /// Gives up all rows: they may not be seen any more, for a reason in one sentence.
  package func refuse(_ sentence: NamedSentence) {
    request += 1
    (stretch, count) = (RowWindow(offset: 0), .exactly(0))
    (isLoading, isLoaded) = (false, true)
    error = .refused(sentence)
    onChange()
  }

  /// Fetches rows behind the last.
  package func extendForward() async {
    guard hasMoreAfter, let last = rows.last, !isLoading else { return }
    await request { request throws(StoreError) in
      [try await request.fetch(.after(last.cursor))]
    } take: { list, windows in
      list.stretch.append(windows[0])
      list.placeFromEnd()
    }
  }

  /// Fetches rows before the first.
  package func extendBackward() async {
    guard hasMoreBefore, let first = rows.first, !isLoading else { return }
    await request { request throws(StoreError) in
      [try await request.fetch(.before(first.cursor))]
    } take: { list, windows in
      list.stretch.prepend(windows[0])
    }
  }

  /// Numbers the rows from the end, where that was reached and the count is known.
  private func placeFromEnd() {
    if case .exactly(let total) = count { stretch.placeFromEnd(of: total) }
  }

  /// Counts the rows, up to `limit`; where they have got numbers meanwhile, how many there are is known, and stays.
  package func countRows(upTo limit: Int) async {
    let specification = specification
    await beside("its rows are not counted") { () async throws(StoreError) in
      let total = try await store.count(
        specification,
        upTo: limit + 1,
        timeLimit: RelationshipCounts.timeLimit
      )
      guard specification == self.specification, numbered != specification else { return }
      count = total > limit ? .atLeast(limit) : .exactly(total)
    }
    guard specification == self.specification else { return }
    placeFromEnd()
    onChange()
  }

  /// Finds out a number that stands beside the rows; that it takes too long is no fault, it stands as `?`.
  private func beside(_ what: String, _ read: () async throws(StoreError) -> Void) async {
    do throws(StoreError) { try await read() } catch {
      switch error {
      case .cancelled, .timedOut: break
      default: onFault(error, what)
      }
    }
  }

  /// Finds out about how many rows there are, when they were too many to count exactly.
  package func estimateRows() async {
    if case .exactly = count { return }
    let specification = specification
    await beside("its rows are not counted") { () async throws(StoreError) in
      let estimate = try await store.estimatedCount(specification)
      guard let estimate, specification == self.specification else { return }
      self.estimate = estimate
      onChange()
    }
  }

  // MARK: Rows by number

  /// Counts and sorts all rows, while others are shown: afterwards any of them can be gone to.
  ///
  /// - Throws: why that is not done; ``StoreError/cancelled`` too when other rows were asked for meanwhile.
  package func numberRows() async throws(StoreError) {
    let specification = specification
    // The store gives up the oldest numbers when other lists get theirs.
    if numbered == specification, try await store.isNumbered(specification) { return }
    guard specification == self.specification else { throw .cancelled }
    numberingProgress = WorkProgress("counting", since: .now)
    onChange()
    let told = PercentReporter()
    let progress = { @Sendable [weak self] (progress: RowNumbering.Progress) in
      let percent = Int(progress.part * 100)
      if told.isNew(percent) { Task { @MainActor in self?.note(progress, specification) } }
    }
    let result: Result<RowNumbering, StoreError>
    do throws(StoreError) {
      let purpose = numberingPurpose
      result = .success(
        try await store.numberRows(specification, purpose: purpose, progress: progress)
      )
    } catch { result = .failure(error) }
    guard specification == self.specification else { throw .cancelled }
    (numberingProgress, isSorting) = (nil, false)
    defer { onChange() }
    await adopt(try result.get())
  }

  /// Counts and sorts all rows in the background before the user asks for row numbers; a failure is reported, not thrown.
  package func numberAhead() async {
    await beside("its rows are not counted") { () async throws(StoreError) in try await numberRows()
    }
  }

  private func adopt(_ numbering: RowNumbering) async {
    let specification = specification
    count = .exactly(numbering.count)
    numbered = specification
    placeFromEnd()
    await findNumber()
  }

  /// Finds out which row the first in memory is, where it was jumped to by its key and the rows have numbers.
  private func findNumber() async {
    guard offset == nil, numbered == specification, let id = rows.first?.record.id else { return }
    let specification = specification
    await beside("the row cannot be numbered") { () async throws(StoreError) in
      let number = try await store.position(of: id, in: specification)
      guard let number, specification == self.specification, offset == nil,
        let position = position(of: id)
      else { return }
      stretch.offset = number - position
      onChange()
    }
  }

  private func note(_ progress: RowNumbering.Progress, _ specification: FetchSpecification) {
    guard let start = numberingProgress?.start, specification == self.specification else { return }
    isSorting = progress.isSorting
    let title = isSorting ? "sorting" : "counting"
    numberingProgress = WorkProgress(title, share: progress.part, since: start)
    onChange()
  }

  /// The rows may be others than those that have numbers.
  package func forgetNumbers() { numbered = nil }

  /// Loads anew so that the row with a number, counted from 0, has position 0, and those before it are there too.
  ///
  /// - Returns: As ``load(from:)`` does.
  package func load(at number: Int) async -> Bool {
    await request { request throws(StoreError) in
      let window = try await request.fetch(.position(number))
      guard let first = window.cursors.first, window.hasMoreBefore else { return [window] }
      return [window, try await request.fetch(.before(first))]
    } take: { list, windows in
      list.replaceRows(windows)
    }
  }

  /// - Returns: Whether the rows were taken.
  @discardableResult
  private func request(
    _ fetch: (Request) async throws(StoreError) -> [Window],
    take: (ResultList, [Window]) -> Void
  ) async -> Bool {
    request += 1
    let number = request
    isLoading = true
    error = nil
    onChange()
    let result: Result<[Window], StoreError>
    do {
      result = .success(try await fetch(Request(list: self, number: number)))
    } catch {
      result = .failure(error)
    }
    guard number == request else { return false }
    isLoading = false
    isLoaded = true
    switch result {
    case .success(let windows): take(self, windows)
    case .failure(let error): self.error = error
    }
    let isTaken = error == nil
    onChange()
    await findNumber()
    return isTaken && number == request
  }
}
