import EntityStore

/// A read in the background for a page; a newer one, or leaving the page, ends it.
package final class BackgroundRead {
  /// How many were begun, of all pages.
  private static var count = 0

  private let work: WorkContext
  /// Names the requests of the running read for the store; `nil` while none runs.
  private var purpose: String?
  /// What was read for: the rules, the saves and the request; `nil` before, and after an end.
  private var seen: [AnyHashable]?

  package init(in work: WorkContext) { self.work = work }

  /// Reads anew when rules, saved rows or the `request` are others than at the last time.
  ///
  /// The read names its requests for the store by the purpose and asks ``isCurrent(_:)`` before it shows something; `onFault`
  /// gets the sentence of what it throws.
  package func follow(
    _ request: AnyHashable = 0,
    _ read: @escaping (_ purpose: String) async throws -> Void,
    onFault: @escaping (String) -> Void
  ) {
    let now: [AnyHashable] = [work.rootRevision, work.saves.count, request]
    guard now != seen else { return }
    end()
    seen = now
    Self.count += 1
    let own = "background read \(Self.count)"
    purpose = own
    work.loads.run { [self] in
      do { try await read(own) } catch {
        guard isCurrent(own) else { return }
        let known = (error as? StoreError).map(work.readingSentence)
        if case StoreError.cancelled = error {
          onFault("stopped; ^R reads again")
        } else {
          onFault(known ?? typedSentence(of: error))
        }
      }
      if isCurrent(own) { purpose = nil }
    }
  }

  /// Whether no other read has begun since, and the page was not left.
  package func isCurrent(_ purpose: String) -> Bool { self.purpose == purpose }

  /// Ends what is being read, which is read anew when it is followed next.
  package func end() {
    guard let purpose else { return }
    work.store.cancel(purpose: purpose)
    (self.purpose, seen) = (nil, nil)
  }

  /// Reads anew, by a function that follows.
  package func reload(_ follow: () -> Void) {
    seen = nil
    follow()
  }
}
