import Synchronization

/// A second connection to the same file, on which rows are counted and sorted while the first answers.
final class BackgroundConnection: Sendable {
  private struct State {
    var opening: Task<DatabaseWorker?, Never>?
    var worker: DatabaseWorker?
    /// The numberings and the workers that made them, by ``FetchSpecification/numberingKey``.
    var numberings: [FetchSpecification: (numbering: RowNumbering, worker: DatabaseWorker)] = [:]
    /// How many numberings are being made: windows do not wait for them.
    var makingCount = 0
    var isClosed = false

    /// Remembers a numbering.
    ///
    /// - Returns: The fetches of which it takes the place, the oldest first.
    mutating func keep(
      _ numbering: RowNumbering,
      of key: FetchSpecification,
      by worker: DatabaseWorker
    ) -> [FetchSpecification] {
      numberings[key] = (numbering, worker)
      let oldest = numberings.sorted { $0.value.numbering.number < $1.value.numbering.number }
      let excess = oldest.prefix(max(0, oldest.count - BackgroundConnection.numberingLimit))
      for (key, _) in excess { numberings[key] = nil }
      return excess.map(\.key)
    }
  }

  /// How many numberings are kept; the oldest goes first.
  private static let numberingLimit = 4

  private let state = Mutex(State())
  private let open: (@Sendable () throws(StoreError) -> sending any Adaptor)?

  init(open: (@Sendable () throws(StoreError) -> sending any Adaptor)?) { self.open = open }

  /// The second connection; a database that cannot be opened twice does all on its first.
  func worker(orElse first: DatabaseWorker) async -> DatabaseWorker { await openWorker() ?? first }

  /// The second connection; `nil` when there cannot be one.
  private func openWorker() async -> DatabaseWorker? {
    let task = state.withLock { current -> Task<DatabaseWorker?, Never>? in
      guard !current.isClosed, let open else { return nil }
      if let task = current.opening { return task }
      let task = Task.detached { [self] () -> DatabaseWorker? in
        let thread = DatabaseThread()
        let opener = Opener(thread: thread)
        await opener.open(open)
        let worker: DatabaseWorker
        do throws(StoreError) {
          worker = DatabaseWorker(try await opener.adaptor(), thread: thread)
        } catch {
          // The first connection does it instead; what is wrong with the file it says itself.
          return nil
        }
        state.withLock { $0.worker = worker }
        return worker
      }
      current.opening = task
      return task
    }
    return await task?.value
  }

  /// Numbers the rows of a fetch; a database that cannot be opened twice does it on its only thread.
  func numberRows(
    _ specification: FetchSpecification,
    for ticket: Ticket?,
    within timeLimit: Duration?,
    orElse first: DatabaseWorker,
    progress: @escaping @Sendable (RowNumbering.Progress) -> Void
  ) async throws(StoreError) -> RowNumbering {
    let key = specification.numberingKey
    let worker = await openWorker() ?? first
    state.withLock { $0.makingCount += 1 }
    // Giving back the files of a big sort takes a while.
    let numbering = try await worker.performUntilCancelled(ticket, within: timeLimit) {
      adaptor throws(StoreError) in
      // The former numbering of the same rows goes, whatever becomes of this one.
      self.state.withLock { $0.numberings[key] = nil }
      adaptor.forgetNumbering(of: key)
      let numbering = try adaptor.numberRows(key, progress: progress)
      let excess = self.state.withLock { $0.keep(numbering, of: key, by: worker) }
      for key in excess { adaptor.forgetNumbering(of: key) }
      return numbering
    } whenIdle: {
      self.state.withLock { $0.makingCount -= 1 }
    }
    return numbering
  }

  /// Whether any row of a fetch can be gone to by its number now.
  func isNumbered(_ specification: FetchSpecification) -> Bool {
    worker(for: specification, .position(0)) != nil
  }

  /// The worker that finds a window of rows that have been numbered; `nil` when the first connection finds it as well.
  func worker(for specification: FetchSpecification, _ anchor: WindowAnchor) -> DatabaseWorker? {
    let known = state.withLock { state in
      state.makingCount == 0 ? state.numberings[specification.numberingKey] : nil
    }
    guard let known, known.numbering.isSorted || anchor.isNumeric else { return nil }
    return known.worker
  }

  func cancel() { state.withLock { $0.worker }?.cancel() }

  func cancel(before ticket: Ticket) {
    state.withLock { $0.worker }?.cancel(before: ticket)
  }

  func close() async {
    let opening = state.withLock { state in
      state.isClosed = true
      return state.opening
    }
    await opening?.value?.close()
  }
}

extension WindowAnchor {
  /// Whether it says where the rows are by a number.
  fileprivate var isNumeric: Bool {
    switch self {
    case .position, .fraction: true
    case .start, .end, .after, .before, .from, .id: false
    }
  }
}
