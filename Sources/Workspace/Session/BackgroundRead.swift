import EntityStore

/// A read in the background for a page; a newer one, or leaving the page, cancels it.
package final class BackgroundRead {
  private let work: WorkContext
  /// The running read; `nil` while there is none.
  private var reading: Task<Void, Never>?
  /// The rules, saves and request of the last read; `nil` before it, and after an end.
  private var seen: [AnyHashable]?

  package init(in work: WorkContext) { self.work = work }

  /// Reads anew when rules, saved rows or the `request` are others than at the last time.
  ///
  /// The read shows nothing once its task is cancelled; `onFault` gets the sentence of what it throws.
  package func follow(
    _ request: AnyHashable = 0,
    _ read: @escaping () async throws -> Void,
    onFault: @escaping (String) -> Void
  ) {
    let now: [AnyHashable] = [work.rootRevision, work.saves.count, request]
    guard now != seen else { return }
    end()
    seen = now
    let task = Task { [self] in
      do { try await read() } catch {
        guard !Task.isCancelled else { return }
        let sentence =
          switch error {
          case StoreError.cancelled: "stopped; ^R reads again"
          case let error as StoreError: work.readingSentence(for: error)
          default: typedSentence(of: error)
          }
        onFault(sentence)
      }
      if !Task.isCancelled { reading = nil }
    }
    reading = task
    work.loads.run { await task.value }
  }

  /// Ends what is being read, which is read anew when it is followed next.
  package func end() {
    guard let reading else { return }
    reading.cancel()
    (self.reading, seen) = (nil, nil)
  }

  /// Reads anew, by a function that follows.
  package func reload(_ follow: () -> Void) {
    seen = nil
    follow()
  }
}
