import Glibc
import Synchronization

/// One thread of its own, on which an actor runs: a long statement never takes a thread of the task pool, which has
/// only as many as there are cores.
final class DatabaseThread: SerialExecutor {
  private let queue: JobQueue

  init() {
    queue = JobQueue()
    let queue = queue
    // The thread keeps the queue, not the executor, so that it ends when the executor is gone. The parser of an
    // engine and Swift's recursion over deep qualifiers need more stack than a small default.
    startThread(stackSize: 4 << 20) { queue.run() }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    queue.append(UnownedJob(job), for: asUnownedSerialExecutor())
  }

  deinit { queue.close() }
}

/// The jobs that wait for the thread.
private final class JobQueue: Sendable {
  private struct State {
    var jobs: [(UnownedJob, UnownedSerialExecutor)] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let wakeUp = WakeUp()

  func append(_ job: UnownedJob, for executor: UnownedSerialExecutor) {
    state.withLock { $0.jobs.append((job, executor)) }
    wakeUp.signal()
  }

  func close() {
    state.withLock { $0.isClosed = true }
    wakeUp.signal()
  }

  /// Runs jobs in order until the queue is closed and empty.
  func run() {
    while true {
      let (jobs, isClosed) = state.withLock { state in
        defer { state.jobs.removeAll(keepingCapacity: true) }
        return (state.jobs, state.isClosed)
      }
      for (job, executor) in jobs { job.runSynchronously(on: executor) }
      if jobs.isEmpty {
        if isClosed { return }
        wakeUp.wait()
      }
    }
  }
}
