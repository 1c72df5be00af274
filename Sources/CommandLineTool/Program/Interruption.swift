import Glibc
import Synchronization
import Terminal

/// The handler of signals such as SIGINT and SIGTERM: it records the first one, so that a command can roll back and end.
///
/// A second signal ends the process.
nonisolated enum Interruption {
  private static let received = Atomic<Int32>(0)
  /// The descriptor that wakes the event loop.
  private static let wakeDescriptor = Atomic<Int32>(-1)

  /// The first signal since ``listen(waking:)``.
  static var signal: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Notes the first signal that asks for the end, and wakes the loop; the second one ends the process.
  ///
  /// Signals that were ignored before stay ignored, as `nohup` wants it.
  static func listen(waking descriptor: Int32) {
    received.store(0, ordering: .relaxed)
    wakeDescriptor.store(descriptor, ordering: .relaxed)
    SignalBlock.prepare()
    for number in SignalBlock.ending + [SIGALRM] { install(number) { Interruption.note($0) } }
    for number in SignalBlock.others where number != SIGALRM {
      install(number) { Interruption.end($0) }
    }
  }

  private static func install(_ number: Int32, handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    sigaction(number, nil, &action)
    // The address of SIG_IGN, which compares with nothing.
    guard unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) != 1 else { return }
    action = sigaction()
    // No SA_RESTART: a wait for more input ends.
    action.__sigaction_handler.sa_handler = handler
    sigaction(number, &action, nil)
  }

  private static func note(_ number: Int32) {
    guard !SignalBlock.delays(number) else { return }
    guard received.exchange(number, ordering: .relaxed) == 0 else { return end(number) }
    SignalBlock.awaitEnd()
    let savedError = errno
    var byte: UInt8 = 1
    _ = write(wakeDescriptor.load(ordering: .relaxed), &byte, 1)
    errno = savedError
  }

  private static func end(_ number: Int32) {
    guard !SignalBlock.delays(number) else { return }
    Glibc.signal(number, SIG_DFL)
    // Comes when the handler returns.
    raise(number)
  }
}
