import Synchronization

/// The queue of a store's waiting and running requests, through which one request can be cancelled or time out alone.
final class RequestQueue: Sendable {
  /// A waiting or running call of the store, by its number and ticket, so that it can be cancelled alone.
  struct Request: Sendable, Hashable {
    let number: Int
    let ticket: Ticket?

    static func == (left: Request, right: Request) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  /// Hears that a request is cancelled, and whether that is because it took too long.
  typealias Notice = @Sendable (_ isExpired: Bool) -> Void

  /// The state behind the queue's lock: the open, running, cancelled and expired requests and the cancellation callbacks.
  private struct State {
    var nextNumber = 0
    var running: Request?
    /// The requests that wait or run.
    var open: Set<Request> = []
    var cancelled: Set<Int> = []
    var expired: Set<Int> = []
    /// The callbacks for cancellation, by request number.
    var notices: [Int: Notice] = [:]
  }

  private let state = Mutex(State())
  private let interrupt: @Sendable () -> Void
  private let watchdog = Watchdog()

  init(interrupt: @escaping @Sendable () -> Void) { self.interrupt = interrupt }

  /// How many requests wait or run.
  var openCount: Int { state.withLock { $0.open.count } }

  /// A new request; older ones of the same purpose are cancelled.
  func open(_ ticket: Ticket?) -> Request {
    state.withLock { state in
      if let ticket { cancel(&state) { $0.ticket?.isOlder(than: ticket) == true } }
      let request = Request(number: state.nextNumber, ticket: ticket)
      state.nextNumber += 1
      state.open.insert(request)
      return request
    }
  }

  /// Called on the store's thread before the first statement; false when it was cancelled or overtaken while it waited.
  func begin(_ request: Request) -> Bool {
    state.withLock { state in
      guard !state.cancelled.contains(request.number), request.ticket?.isConflicting != true else {
        return false
      }
      state.running = request
      return true
    }
  }

  /// Called when its last statement is over, or it was never begun.
  func end(_ request: Request) {
    state.withLock { state in
      if state.running == request { state.running = nil }
      state.open.remove(request)
      state.cancelled.remove(request.number)
      state.expired.remove(request.number)
      state.notices[request.number] = nil
    }
  }

  /// Calls `notice` when the open request is cancelled, or at once when it was already.
  func notify(_ request: Request, _ notice: @escaping Notice) {
    state.withLock { state in
      if state.cancelled.contains(request.number) {
        notice(state.expired.contains(request.number))
      } else {
        state.notices[request.number] = notice
      }
    }
  }

  /// Whether the request should stop; asked between statements.
  func isCancelled(_ request: Request) -> Bool {
    state.withLock { $0.cancelled.contains(request.number) }
  }

  /// Whether the request was cancelled because it took too long.
  func isExpired(_ request: Request) -> Bool {
    state.withLock { $0.expired.contains(request.number) }
  }

  /// Cancels the request when it still runs after `limit`; the number it returns ends the watch.
  func expire(_ request: Request, after limit: Duration) -> Int {
    // An interrupt between two statements is lost: it is repeated until the request has ended.
    watchdog.watch(until: .now + limit) { [weak self] in self?.expire(request) ?? false }
  }

  /// Ends a watch.
  func forget(watch: Int) { watchdog.forget(watch) }

  private func expire(_ request: Request) -> Bool {
    state.withLock { state in
      guard state.open.contains(request) else { return false }
      state.expired.insert(request.number)
      cancel(&state) { $0 == request }
      return true
    }
  }

  /// Cancels the open requests that `isMeant` picks.
  func cancel(where isMeant: (Request) -> Bool) {
    state.withLock { cancel(&$0, where: isMeant) }
  }

  /// The lock is held while interrupting, so that no other request can have begun.
  private func cancel(_ state: inout State, where isMeant: (Request) -> Bool) {
    for request in state.open where isMeant(request) {
      state.cancelled.insert(request.number)
      state.notices.removeValue(forKey: request.number)?(state.expired.contains(request.number))
      guard state.running == request else { continue }
      interrupt()
      // A statement that is only about to begin does not hear it.
      _ = watchdog.watch(until: .now + .milliseconds(20)) { [weak self] in
        self?.interruptAgain(request) ?? false
      }
    }
  }

  /// - Returns: whether the request still runs.
  private func interruptAgain(_ request: Request) -> Bool {
    state.withLock { state in
      guard state.running == request else { return false }
      interrupt()
      return true
    }
  }
}
