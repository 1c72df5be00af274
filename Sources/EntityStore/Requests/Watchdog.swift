import Synchronization

/// A timer on a thread of its own that calls an action when a deadline passes, for example to cancel a slow statement.
///
/// The threads of the task pool may all be busy, and starting the first of them costs more than a short fetch.
final class Watchdog: Sendable {
  private let watches = Watches()

  /// Calls `action` at `deadline`, and every 50 ms from then on as long as it says so, until it is forgotten.
  func watch(
    until deadline: ContinuousClock.Instant,
    action: @escaping @Sendable () -> Bool
  ) -> Int {
    watches.add(deadline, action)
  }

  /// Ends a watch.
  func forget(_ number: Int) { watches.remove(number) }

  deinit { watches.close() }
}

/// The pending deadlines of a watchdog, and the thread that waits for them.
private final class Watches: Sendable {
  /// A pending deadline, with the action to call then; the action is repeated as long as it returns true.
  private struct Watch {
    var deadline: ContinuousClock.Instant
    let action: @Sendable () -> Bool
  }

  /// The state behind the lock: the pending deadlines by number, whether the thread runs, and when it wakes up next.
  private struct State {
    var watches: [Int: Watch] = [:]
    var nextNumber = 0
    var isRunning = false
    var isClosed = false
    /// When the thread looks again by itself.
    var alarm: ContinuousClock.Instant?
  }

  private let state = Mutex(State())
  private let wakeUp = WakeUp()

  func add(_ deadline: ContinuousClock.Instant, _ action: @escaping @Sendable () -> Bool) -> Int {
    let (number, starts, isSooner) = state.withLock { state in
      let number = state.nextNumber
      state.nextNumber += 1
      state.watches[number] = Watch(deadline: deadline, action: action)
      defer { state.isRunning = true }
      return (number, !state.isRunning, state.alarm.map { deadline < $0 } ?? true)
    }
    if starts {
      startThread(stackSize: 256 << 10) { self.run() }
    } else if isSooner {
      wakeUp.signal()
    }
    return number
  }

  func remove(_ number: Int) { state.withLock { _ = $0.watches.removeValue(forKey: number) } }

  func close() {
    state.withLock { $0.isClosed = true }
    wakeUp.signal()
  }

  private func run() {
    while true {
      let (due, isClosed, alarm) = state.withLock { state in
        let now = ContinuousClock.now
        let due = state.watches.filter { $0.value.deadline <= now }
        for number in due.keys { state.watches[number]?.deadline = now + .milliseconds(50) }
        state.alarm = state.watches.values.map(\.deadline).min()
        return (due, state.isClosed, state.alarm)
      }
      if isClosed { return }
      for (number, watch) in due where !watch.action() { remove(number) }
      wakeUp.wait(until: alarm)
    }
  }
}
