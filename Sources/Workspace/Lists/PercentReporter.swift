import Synchronization

/// The last reported percentage of counting and sorting a list, so that none is reported twice.
nonisolated final class PercentReporter: Sendable {
  private let last = Mutex(-1)

  func isNew(_ percent: Int) -> Bool {
    last.withLock { last in
      defer { last = percent }
      return last != percent
    }
  }
}
