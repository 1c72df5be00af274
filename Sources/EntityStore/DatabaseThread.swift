import Glibc
import Synchronization

/// One thread of its own, on which an actor runs: a long statement never takes a thread of the task pool, which has
/// only as many as there are cores.
final class DatabaseThread: SerialExecutor {
  private let queue: JobQueue

  init() {
    queue = JobQueue()
    let queue = queue
    // The thread keeps the queue, not the executor, so that it ends when the executor is gone.
    let box = Unmanaged.passRetained(queue)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    // SQLite's parser and Swift's recursion over deep qualifiers need more than a small default.
    pthread_attr_setstacksize(&attributes, 4 << 20)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    var thread = pthread_t()
    let code = pthread_create(
      &thread,
      &attributes,
      { context in
        if let context { Unmanaged<JobQueue>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      },
      box.toOpaque()
    )
    precondition(code == 0, "the system cannot start a thread for the database")
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
  /// A pipe that gets a byte for whatever happens; reading it waits for that.
  private let wake: (reading: Int32, writing: Int32)

  init() {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0, "the system has no descriptor left for the database")
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    wake = (ends[0], ends[1])
  }

  func append(_ job: UnownedJob, for executor: UnownedSerialExecutor) {
    state.withLock { $0.jobs.append((job, executor)) }
    signal()
  }

  func close() {
    state.withLock { $0.isClosed = true }
    signal()
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
        var bytes: (UInt64, UInt64) = (0, 0)
        _ = read(wake.reading, &bytes, MemoryLayout.size(ofValue: bytes))
      }
    }
  }

  private func signal() {
    var byte: UInt8 = 1
    _ = write(wake.writing, &byte, 1)
  }

  deinit {
    _ = Glibc.close(wake.reading)
    _ = Glibc.close(wake.writing)
  }
}
