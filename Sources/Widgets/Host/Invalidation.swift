import Observation
import Synchronization

/// A thread-safe flag that a new frame is needed, with a callback that wakes the main loop.
nonisolated final class Invalidation: Sendable {
  private let invalid = Atomic<Bool>(true)
  private let callback = Mutex<@Sendable () -> Void>({})

  /// Called when a frame is wanted and none was before.
  var wake: @Sendable () -> Void {
    get { callback.withLock { $0 } }
    set { callback.withLock { $0 = newValue } }
  }

  var isInvalid: Bool { invalid.load(ordering: .acquiring) }

  func invalidate() {
    guard !invalid.exchange(true, ordering: .acquiringAndReleasing) else { return }
    wake()
  }

  /// Whether a frame was wanted; it is not any more.
  func take() -> Bool { invalid.exchange(false, ordering: .acquiringAndReleasing) }
}

/// An observable counter that every frame reads, changed to end the observation of the previous frame.
///
/// Otherwise each old frame would go on observing its models until one of them changes.
@Observable
final class TrackedFrame {
  private var number = 0

  /// To be called within the tracking of a frame.
  func begin() { _ = number }

  /// Changes what that frame has read, which ends its tracking.
  func end() { number += 1 }
}
