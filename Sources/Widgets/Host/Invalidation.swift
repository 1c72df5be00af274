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
