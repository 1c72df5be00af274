import EntityStore

/// A read in the background for a page; a newer one, or leaving the page, ends it.
package final class BackgroundRead {
  /// How many were begun, of all pages.
  private static var count = 0

  private let work: WorkContext
  /// Names the requests of the running read for the store; `nil` while none runs.
  private var purpose: String?

  package init(in work: WorkContext) { self.work = work }

  /// Whether it runs.
  package var isRunning: Bool { purpose != nil }

  /// Ends the read before and begins one, which names its requests by the purpose and asks ``isCurrent(_:)`` before it shows
  /// something; `onFault` gets the sentence of what it throws.
  package func begin(
    _ read: @escaping (_ purpose: String) async throws -> Void,
    onFault: @escaping (String) -> Void
  ) {
    end()
    Self.count += 1
    let own = "background read \(Self.count)"
    purpose = own
    work.loads.run { [self] in
      do { try await read(own) } catch {
        guard isCurrent(own) else { return }
        onFault((error as? StoreError).map(work.readingSentence) ?? typedSentence(of: error))
      }
      if isCurrent(own) { purpose = nil }
    }
  }

  /// Whether no other read has begun since, and the page was not left.
  package func isCurrent(_ purpose: String) -> Bool { self.purpose == purpose }

  /// Ends what is being read.
  package func end() {
    purpose.map(work.store.cancel)
    purpose = nil
  }
}
