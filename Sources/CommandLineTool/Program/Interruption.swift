import Glibc
import Synchronization

/// The signal that asked the program to end while it reads or writes much, so that it can tidy up first.
nonisolated enum Interruption {
  private static let received = Atomic<Int32>(0)

  /// The first signal since ``listen()``.
  static var signal: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// From now on signals are noted here and end nothing by themselves; what waits for input goes on at once.
  static func listen() {
    received.store(0, ordering: .relaxed)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      Interruption.received.store(number, ordering: .relaxed)
    }
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaction(number, &action, nil) }
  }
}
