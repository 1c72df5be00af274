import Synchronization

/// An open database with a thread of its own, on which all of its statements run, one request after the other.
actor DatabaseWorker {
  /// `nil` once it is closed.
  private var adaptor: (any Adaptor)?
  private nonisolated let requests: RequestQueue
  private nonisolated let thread: DatabaseThread

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  init(_ adaptor: sending any Adaptor, thread: DatabaseThread) {
    requests = RequestQueue(interrupt: adaptor.interrupt)
    self.thread = thread
    self.adaptor = adaptor
  }

  /// Runs `body` on the thread, which can ask between statements whether it should stop.
  ///
  /// A newer request of the same purpose cancels the older.
  /// - Throws: ``StoreError/cancelled`` when interrupted, ``StoreError/timedOut(_:)`` when it took longer than
  ///   `timeLimit`.
  nonisolated func perform<Result: Sendable>(
    _ ticket: Ticket?,
    within timeLimit: Duration? = nil,
    _ body: @escaping @Sendable (any Adaptor) throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    let requests = requests
    let request = requests.open(ticket)
    let result: Swift.Result<Result, StoreError> = await withTaskCancellationHandler {
      await run(request, within: timeLimit, body)
    } onCancel: {
      requests.cancel { $0 == request }
    }
    return try result.get()
  }

  /// Runs `body` on the thread like ``perform(_:within:_:)``, but a cancelled call returns at once.
  ///
  /// The thread may still be cleaning up then. It calls `whenIdle` when `body` has ended.
  nonisolated func performUntilCancelled<Result: Sendable>(
    _ ticket: Ticket?,
    within timeLimit: Duration? = nil,
    _ body: @escaping @Sendable (any Adaptor) throws(StoreError) -> Result,
    whenIdle: @escaping @Sendable () -> Void = {}
  ) async throws(StoreError) -> Result {
    let requests = requests
    let request = requests.open(ticket)
    let (results, first) = AsyncStream.makeStream(of: Swift.Result<Result, StoreError>.self)
    requests.notify(request) { isExpired in
      let isLate = isExpired ? timeLimit : nil
      first.yield(.failure(isLate.map { .timedOut($0) } ?? .cancelled))
    }
    Task {
      let result = await run(request, within: timeLimit, body)
      whenIdle()
      first.yield(result)
    }
    let result = await withTaskCancellationHandler {
      await results.first { _ in true }
    } onCancel: {
      requests.cancel { $0 == request }
    }
    guard let result else { throw .cancelled }
    return try result.get()
  }

  private func run<Result: Sendable>(
    _ request: RequestQueue.Request,
    within timeLimit: Duration?,
    _ body: @Sendable (any Adaptor) throws(StoreError) -> Result
  ) -> Swift.Result<Result, StoreError> {
    defer { requests.end(request) }
    guard requests.begin(request) else { return .failure(.cancelled) }
    let watch = timeLimit.map { requests.expire(request, after: $0) }
    defer { if let watch { requests.forget(watch: watch) } }
    do throws(StoreError) {
      guard let adaptor else { throw .unsupported("The database is closed.") }
      adaptor.isCancelled = { [requests] in requests.isCancelled(request) }
      return .success(try body(adaptor))
    } catch {
      guard let timeLimit, requests.isExpired(request) else { return .failure(error) }
      return .failure(.timedOut(timeLimit))
    }
  }

  /// Cancels everything that runs or waits; each call throws ``StoreError/cancelled``.
  nonisolated func cancel() { requests.cancel { _ in true } }

  /// Cancels what runs or waits and is older than a request of the same purpose.
  nonisolated func cancel(before ticket: Ticket) {
    requests.cancel { $0.ticket?.isOlder(than: ticket) == true }
  }

  /// Cancels what runs or waits for the purposes that `isMeant` picks.
  nonisolated func cancel(where isMeant: (String?) -> Bool) {
    requests.cancel { isMeant($0.ticket?.purpose) }
  }

  /// How many requests wait or run.
  nonisolated var openRequestCount: Int { requests.openCount }

  /// Ends what runs and closes the database.
  nonisolated func close() async {
    cancel()
    await release()
  }

  private func release() { adaptor = nil }
}

/// An actor that opens a database connection on the thread that will run its statements, and hands it to the worker.
actor Opener {
  private nonisolated let thread: DatabaseThread
  /// The result of opening, until ``adaptor()`` takes it.
  ///
  /// Is in a mutex because the adaptor belongs to no actor until then.
  private let opened = Mutex<Result<any Adaptor, StoreError>?>(nil)

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  init(thread: DatabaseThread) { self.thread = thread }

  func open(_ body: @Sendable () throws(StoreError) -> sending any Adaptor) {
    opened.withLock { opened in
      do throws(StoreError) {
        opened = .success(try body())
      } catch { opened = .failure(error) }
    }
  }

  /// Hands over the opened adaptor.
  ///
  /// Call it once.
  func adaptor() throws(StoreError) -> sending any Adaptor {
    let opened = opened.withLock { opened in
      defer { opened = nil }
      return opened
    }
    guard let opened else { preconditionFailure("nothing was opened") }
    return try opened.get()
  }
}
