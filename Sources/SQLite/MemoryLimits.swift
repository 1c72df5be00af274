import CSQLite
import Synchronization

/// The bytes that SQLite may take for all databases of the process.
package enum MemoryLimits {
  /// The bytes for everything, long stored values included; a value has a billion at most.
  private static let most: Int64 = 4 << 30
  /// The bytes for a stranger's views, generated columns and expressions.
  private static let mostOfStrangers: Int64 = 256 << 20

  private struct State {
    /// Whether the bound of strangers counts: in a program that has one file open, not in tests that have hundreds.
    var isProgram = false
    /// Whether a stranger's file was opened.
    var hasStranger = false
    /// The number of statements at work with long stored values.
    var widenings = 0

    var limit: Int64 { isProgram && hasStranger && widenings == 0 ? mostOfStrangers : most }
  }

  private static let state = Mutex(State())

  /// Gives what a stranger's file computes 256 MB, for the rest of the process.
  package static func narrowForStrangers() { change { $0.isProgram = true } }

  static func apply() { change { _ in } }
  static func noteStranger() { change { $0.hasStranger = true } }
  static func widen() { change { $0.widenings += 1 } }
  static func narrow() { change { $0.widenings -= 1 } }

  private static func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      _ = sqlite3_hard_heap_limit64(state.limit)
    }
  }
}
