import Glibc
import Synchronization

/// Starts a thread that does `work` and ends.
func startThread(stackSize: Int, _ work: @escaping @Sendable () -> Void) {
  let box = Unmanaged.passRetained(ThreadWork(work))
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  pthread_attr_setstacksize(&attributes, stackSize)
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  defer { pthread_attr_destroy(&attributes) }
  var thread = pthread_t()
  let code = pthread_create(
    &thread,
    &attributes,
    { context in
      if let context { Unmanaged<ThreadWork>.fromOpaque(context).takeRetainedValue().work() }
      return nil
    },
    box.toOpaque()
  )
  precondition(code == 0, "the system cannot start a thread for the database")
}

private final class ThreadWork: Sendable {
  let work: @Sendable () -> Void

  init(_ work: @escaping @Sendable () -> Void) { self.work = work }
}

/// A signal that wakes a waiting thread, made of a pipe.
package final class WakeUp: Sendable {
  /// A pipe that gets a byte for whatever happens.
  private let ends: (reading: Int32, writing: Int32)

  /// Nothing has happened yet.
  package init() {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0, "no file descriptor is left for the database; close some files")
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    self.ends = (ends[0], ends[1])
  }

  /// Ends the wait, or the next one when no thread waits.
  package func signal() {
    var byte: UInt8 = 1
    // Fails only when the pipe is full, and then the thread is about to wake anyway.
    _ = write(ends.writing, &byte, 1)
  }

  /// Returns when signalled, or at `deadline`.
  package func wait(until deadline: ContinuousClock.Instant? = nil) {
    var polled = pollfd(fd: ends.reading, events: Int16(POLLIN), revents: 0)
    let rest = deadline.map { max(.zero, $0 - .now) }
    let milliseconds = rest.map { min($0 / .milliseconds(1), 1e9).rounded(.up) }
    guard poll(&polled, 1, milliseconds.map { Int32($0) } ?? -1) > 0 else { return }
    var bytes: (UInt64, UInt64) = (0, 0)
    _ = read(ends.reading, &bytes, MemoryLayout.size(ofValue: bytes))
  }

  deinit {
    _ = close(ends.reading)
    _ = close(ends.writing)
  }
}
