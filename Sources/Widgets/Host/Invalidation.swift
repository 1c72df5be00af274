import Observation
import Synchronization

/// Whether a new frame is wanted; set from any thread.
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

/// Ends the observation of the frame before: else each frame would go on observing until a model changes.
@Observable
final class TrackedFrame {
  private var number = 0

  /// To be called within the tracking of a frame.
  func begin() { _ = number }

  /// Changes what that frame has read, which ends its tracking.
  func end() { number += 1 }
}
