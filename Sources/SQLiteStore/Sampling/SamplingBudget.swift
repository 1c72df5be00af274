import Glibc

/// A limit on processor time and elapsed time for sampling rows.
///
/// Processor time alone does not notice a slow disk; elapsed time alone makes the result depend on the load of the machine.
struct SamplingBudget {
  private let lastWork: Duration
  private let earliestEnd: ContinuousClock.Instant
  private let deadline: ContinuousClock.Instant

  /// A limit for the thread that makes it, from now on.
  init(work: Duration, time: Duration) {
    lastWork = Self.threadTime + work
    let start = ContinuousClock.now
    (earliestEnd, deadline) = (start + work, start + time)
  }

  /// Whether there is nothing left; to be asked on the same thread.
  var isPassed: Bool {
    let now = ContinuousClock.now
    // No thread works longer than time passes, and to ask how long one has worked is a call of the system.
    return now > deadline || now > earliestEnd && Self.threadTime > lastWork
  }

  /// The CPU time that the calling thread has used.
  private static var threadTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
