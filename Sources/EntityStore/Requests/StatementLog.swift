import Synchronization

/// An entry of the statement log: the SQL text, how many times in a row it ran, and the total duration.
package struct LoggedStatement: Sendable, Hashable {
  /// Its text; parameters are not logged.
  package var sql: String
  /// How often in a row.
  package var count: Int
  /// How long all of it took.
  package var duration: Duration
}

/// A log of the latest SQL statements of a store with their durations, and a capture of the statements of one save.
package final class StatementLog: Sendable {
  /// The state behind the log's lock: the latest statements, their total count, the current capture, and the lock wait times.
  private struct State {
    var entries: [LoggedStatement] = []
    var total = 0
    /// All since they are kept for somebody.
    var captured: [LoggedStatement]?
    var waitEnd: ContinuousClock.Instant?
    var lockTimeout = Duration.seconds(5)
  }

  package init() {}

  private let state = Mutex(State())
  private static let limit = 256

  /// Notes a statement that ran `count` times in a row.
  package func add(_ sql: String, _ duration: Duration, count: Int = 1) {
    guard count > 0 else { return }
    state.withLock { state in
      state.total += count
      let statement = LoggedStatement(sql: sql, count: count, duration: duration)
      state.captured?.append(statement)
      if let last = state.entries.indices.last, state.entries[last].sql == sql {
        state.entries[last].count += count
        state.entries[last].duration += duration
        return
      }
      if state.entries.count >= Self.limit { state.entries.removeFirst(Self.limit / 2) }
      state.entries.append(statement)
    }
  }

  /// Until when a statement waits for the lock of another program; `nil` while none does.
  package var waitEnd: ContinuousClock.Instant? {
    get { state.withLock { $0.waitEnd } }
    set { state.withLock { $0.waitEnd = newValue } }
  }

  /// How long a save waits for other programs in all.
  package var lockTimeout: Duration {
    get { state.withLock { $0.lockTimeout } }
    set { state.withLock { $0.lockTimeout = newValue } }
  }

  /// Keeps every statement from now on.
  package func beginCapture() { state.withLock { $0.captured = [] } }

  /// The statements since ``beginCapture()``, those alike in a row as one.
  package func endCapture() -> [LoggedStatement] {
    state.withLock { state in
      defer { state.captured = nil }
      return (state.captured ?? []).reduce(into: []) { statements, next in
        guard let last = statements.indices.last, statements[last].sql == next.sql else {
          return statements.append(next)
        }
        statements[last].count += next.count
        statements[last].duration += next.duration
      }
    }
  }

  package var entries: [LoggedStatement] { state.withLock { $0.entries } }
  package var total: Int { state.withLock { $0.total } }
}
