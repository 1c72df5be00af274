import Glibc

/// How much may be spent on a look at the rows: work of the processor, and time that passes.
///
/// Work alone does not see a slow disk; time alone lets what is found depend on what else the machine does.
struct WorkLimit {
  private let lastWork: Duration
  private let deadline: ContinuousClock.Instant

  /// A limit for the thread that makes it, from now on.
  init(work: Duration, time: Duration) {
    lastWork = Self.threadTime + work
    deadline = .now + time
  }

  /// Whether there is nothing left; to be asked on the same thread.
  var isPassed: Bool { Self.threadTime > lastWork || ContinuousClock.now > deadline }

  /// What the calling thread has worked so far.
  private static var threadTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
