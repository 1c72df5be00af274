import Dispatch
import Glibc

// libdispatch exports these for run loops of others, such as CoreFoundation's; they have no header.
@_silgen_name("_dispatch_get_main_queue_handle_4CF")
private func mainQueueDescriptor() -> Int32

@_silgen_name("_dispatch_main_queue_callback_4CF")
private func drainMainQueue(_ unused: UnsafeRawPointer?)

/// The main loop of the terminal program, which waits for input, signals and main-actor tasks at once.
///
/// While it runs, it executes main-actor tasks. Without it they would wait for ever, for the main thread never returns to
/// libdispatch.
@MainActor
package final class EventLoop {
  /// Called before every wait: the place to draw what has changed.
  package var beforeWaiting: (() -> Void)?

  /// Called when ``wake()`` or a signal ended the wait.
  var onWake: (@MainActor () -> Void)?

  private var sources: [Source] = []
  private let waker: Waker
  private let mainQueue: Int32

  /// A file descriptor that the event loop polls, with the handler to call when it can be read.
  private struct Source {
    let descriptor: Int32
    let handler: @MainActor () -> Void
  }

  /// Makes a loop that has nothing to wait for but tasks of the main actor.
  package init() {
    waker = Waker()
    mainQueue = mainQueueDescriptor()
  }

  /// Calls a handler whenever a descriptor can be read, until it is removed.
  package func addSource(_ descriptor: Int32, handler: @escaping @MainActor () -> Void) {
    sources.append(Source(descriptor: descriptor, handler: handler))
  }

  /// Forgets a descriptor.
  package func removeSource(_ descriptor: Int32) {
    sources.removeAll { $0.descriptor == descriptor }
  }

  /// Makes the loop look again at once whether it is done; from any thread, also from a signal handler.
  package nonisolated func wake() {
    waker.wake()
  }

  /// The descriptor to which a byte is written to wake the loop: for signal handlers.
  package nonisolated var wakeDescriptor: Int32 { waker.writeDescriptor }

  /// Runs until a condition holds; it is asked after every wait and before the first one.
  /// - Parameters:
  ///   - limit: The longest time to run; nil for ever.
  ///   - isDone: The condition.
  /// - Returns: Whether the condition holds; false if time ran out.
  @discardableResult
  package func run(limit: Duration? = nil, until isDone: () -> Bool) -> Bool {
    let deadline = limit.map { ContinuousClock.now + $0 }
    while !isDone() {
      beforeWaiting?()
      // What is drawn may finish the work, as a page that has loaded does.
      if isDone() { break }
      var milliseconds: Int32 = -1
      if let deadline {
        let rest = deadline - .now
        guard rest > .zero else { return false }
        milliseconds = rest.milliseconds
      }
      wait(milliseconds: milliseconds)
    }
    return true
  }

  private func wait(milliseconds: Int32) {
    var polled = [
      pollfd(fd: mainQueue, events: Int16(POLLIN), revents: 0),
      pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    let waiting = sources
    for source in waiting {
      polled.append(pollfd(fd: source.descriptor, events: Int16(POLLIN), revents: 0))
    }
    // A signal ends the wait with EINTR; its handler has written to the waker.
    guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return }
    if polled[0].revents != 0 { runMainActor() }
    if polled[1].revents != 0 {
      waker.drain()
      onWake?()
    }
    for (source, entry) in zip(waiting, polled.dropFirst(2)) where entry.revents != 0 {
      source.handler()
    }
  }

  private func runMainActor() {
    // libdispatch leaves its counter to be reset by the loop; before draining, so that no task is missed.
    var count: UInt64 = 0
    _ = read(mainQueue, &count, 8)
    drainMainQueue(nil)
  }
}

extension Duration {
  /// The duration in milliseconds, rounded up; at most about 24 days.
  fileprivate var milliseconds: Int32 {
    let (seconds, attoseconds) = components
    let whole = min(seconds, Int64(Int32.max) / 1000 - 1) * 1000
    return Int32(clamping: whole + attoseconds / 1_000_000_000_000_000 + 1)
  }
}

/// A pipe that the event loop writes to itself to end its own `poll`, from any thread or a signal handler.
private final class Waker: Sendable {
  let descriptor: Int32
  let writeDescriptor: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0, "no file descriptor is left for the event loop")
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    descriptor = ends[0]
    writeDescriptor = ends[1]
  }

  deinit {
    close(descriptor)
    close(writeDescriptor)
  }

  func wake() {
    var byte: UInt8 = 1
    // Fails only when the pipe is full, and then the loop is about to wake anyway.
    _ = write(writeDescriptor, &byte, 1)
  }

  func drain() {
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { bytes in
      while let start = bytes.baseAddress, read(descriptor, start, bytes.count) == bytes.count {}
    }
  }
}
