import Synchronization

/// A statement that was run, or the same one several times in a row.
package struct LoggedStatement: Sendable, Hashable {
  /// Its text; parameters are not logged.
  package var sql: String
  /// How often in a row.
  package var count: Int
  /// How long all of it took.
  package var duration: Duration
}

/// The last statements of a store.
package final class StatementLog: Sendable {
  private struct State {
    var entries: [LoggedStatement] = []
    var total = 0
  }

  package init() {}

  private let state = Mutex(State())
  private static let limit = 256

  /// Notes a statement that ran `count` times in a row.
  package func add(_ sql: String, _ duration: Duration, count: Int = 1) {
    guard count > 0 else { return }
    state.withLock { state in
      state.total += count
      if let last = state.entries.indices.last, state.entries[last].sql == sql {
        state.entries[last].count += count
        state.entries[last].duration += duration
        return
      }
      if state.entries.count >= Self.limit { state.entries.removeFirst(Self.limit / 2) }
      state.entries.append(LoggedStatement(sql: sql, count: count, duration: duration))
    }
  }

  package var entries: [LoggedStatement] { state.withLock { $0.entries } }
  package var total: Int { state.withLock { $0.total } }
}
