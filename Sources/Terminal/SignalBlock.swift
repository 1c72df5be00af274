import Glibc
import Synchronization

/// A hold that postpones terminating signals during critical work, such as a commit and its audit lines.
///
/// Signals that would end the process wait while any hold is on. The last hold raises them again when it ends, so that they
/// take the course they would have taken before. `SIGKILL` and the signals of a crash do not wait.
package final class SignalBlock: Sendable {
  private let isOn = Atomic<Bool>(false)

  /// A hold that is not on yet.
  package init() {}

  deinit { end() }

  /// Lets signals wait from now on; may be called again, from any thread.
  ///
  /// - Returns: Whether work may go on: `false` where a signal has asked the process to end before.
  package func begin() -> Bool {
    if !isOn.exchange(true, ordering: .sequentiallyConsistent) {
      Self.count.add(1, ordering: .sequentiallyConsistent)
    }
    return !Self.isEndAwaited.load(ordering: .sequentiallyConsistent)
  }

  /// Raises the signals that came in between, unless another hold is on.
  package func end() {
    guard isOn.exchange(false, ordering: .sequentiallyConsistent) else { return }
    let count = Self.count.subtract(1, ordering: .sequentiallyConsistent).newValue
    guard count == 0 else { return }
    let signals = Self.waiting.exchange(0, ordering: .sequentiallyConsistent)
    guard signals != 0 else { return }
    for number in 1...64 where signals & Self.bit(Int32(number)) != 0 { raise(Int32(number)) }
  }

  // MARK: Handlers

  private static let count = Atomic<Int>(0)
  private static let isEndAwaited = Atomic<Bool>(false)
  /// A bit for each signal that waits.
  private static let waiting = Atomic<UInt64>(0)

  private static func bit(_ number: Int32) -> UInt64 { 1 << UInt64(number - 1) }

  /// Signals by which people and programs ask for the end.
  package static let ending: [Int32] = [SIGTERM, SIGHUP, SIGINT, SIGQUIT]

  /// The other signals that end a process unless a handler takes them; the last ones are those of real time.
  package static let others: [Int32] =
    [
      SIGALRM, SIGPIPE, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGPOLL, SIGSTKFLT, SIGPWR, SIGXCPU,
    ] + (34...64)

  /// Whether a signal waits for the end of a hold.
  ///
  /// Every handler of a signal that ends the process asks this first. It uses atomics only, as a handler must.
  package static func delays(_ number: Int32) -> Bool {
    waiting.bitwiseOr(bit(number), ordering: .sequentiallyConsistent)
    guard count.load(ordering: .sequentiallyConsistent) == 0 else { return true }
    // Without the bit the hold has just ended, and has raised the signal again.
    let before = waiting.bitwiseAnd(~bit(number), ordering: .sequentiallyConsistent).oldValue
    return before & bit(number) == 0
  }

  /// Notes that a signal has asked the process to end, and that it is about to do so.
  package static func awaitEnd() { isEndAwaited.store(true, ordering: .sequentiallyConsistent) }

  /// Makes sure that a handler finds all statics initialised.
  package static func prepare() {
    isEndAwaited.store(false, ordering: .relaxed)
    _ = (count.load(ordering: .relaxed), waiting.load(ordering: .relaxed))
    _ = (ending, others)
  }
}
