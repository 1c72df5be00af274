import Synchronization

/// A second connection to the same file, on which rows are counted and sorted while the first answers.
final class Companion: Sendable {
  private struct State {
    var opening: Task<DatabaseWorker?, Never>?
    var worker: DatabaseWorker?
    /// What has been arranged, and by whom, by ``FetchSpecification/arrangementKey``.
    var arrangements: [FetchSpecification: (arrangement: Arrangement, worker: DatabaseWorker)] = [:]
    /// How many arrangements are being made: windows do not wait for them.
    var makingCount = 0
    var isClosed = false
  }

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

  /// Arranges the rows of a fetch; a database that cannot be opened twice does it on its only thread.
  func arrange(
    _ specification: FetchSpecification,
    _ ticket: Ticket?,
    _ timeLimit: Duration?,
    orElse first: DatabaseWorker,
    progress: @escaping @Sendable (Arrangement.Progress) -> Void
  ) async throws(StoreError) -> Arrangement {
    let key = specification.arrangementKey
    let worker = await openWorker() ?? first
    state.withLock { $0.makingCount += 1 }
    // Giving back the files of a big sort takes a while.
    let arrangement = try await worker.performUntilCancelled(ticket, timeLimit) {
      adaptor,
      isCancelled throws(StoreError) in
      try adaptor.arrange(key, progress: progress, isCancelled: isCancelled)
    } whenIdle: {
      self.state.withLock { $0.makingCount -= 1 }
    }
    state.withLock { $0.arrangements[key] = (arrangement, worker) }
    return arrangement
  }

  /// Who finds a window of rows that have been arranged; `nil` when the first connection finds it as well.
  func worker(for specification: FetchSpecification, _ anchor: WindowAnchor) -> DatabaseWorker? {
    let known = state.withLock { state in
      state.makingCount == 0 ? state.arrangements[specification.arrangementKey] : nil
    }
    guard let known, known.arrangement.isSorted || anchor.isNumeric else { return nil }
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
