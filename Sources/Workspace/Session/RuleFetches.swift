package import EntityModel
package import EntityStore
import RuleEnvironment
package import StandardKeys
import Synchronization

/// A cache for database queries made by rules written in Swift.
///
/// Rules do not wait for the answer. They are evaluated again when it arrives.
package nonisolated final class RuleFetches: DatabaseAnswering {
  private struct State {
    /// The cached answers; `nil` for a query that failed.
    var found: [DatabaseQuestion: DatabaseAnswer?] = [:]
    /// The cached queries to run again on next use, because something was saved since.
    var outdated: Set<DatabaseQuestion> = []
    var generation = 0
    var pending = 0
  }

  /// The maximum number of cached queries; more would mean one query for each row, which is too slow for a list.
  private static let limit = 1_000

  private let state = Mutex(State())
  private let store: EntityStore
  private let faults: ReadFaults
  /// Lets rules be asked anew.
  @MainActor package var renew: () -> Void = {}

  package init(from store: EntityStore, faults: ReadFaults) {
    (self.store, self.faults) = (store, faults)
  }

  /// How many fetches are under way.
  package var pending: Int { state.withLock { $0.pending } }

  /// Lets everything be fetched again: it may be another by now.
  @MainActor package func forget() {
    let isUsed = state.withLock { state in
      state.outdated = Set(state.found.keys)
      state.generation += 1
      return !state.found.isEmpty
    }
    if isUsed { renew() }
  }

  package var model: Model { store.model }

  package func answer(_ question: DatabaseQuestion) async throws(StoreError) -> DatabaseAnswer {
    try await store.answer(question)
  }

  package func known(_ question: DatabaseQuestion) -> DatabaseAnswer? {
    let (known, generation) = state.withLock { state -> (DatabaseAnswer?, Int?) in
      let known = state.found[question]
      let isMissing =
        known == nil ? state.found.count < Self.limit : state.outdated.remove(question) != nil
      guard isMissing else { return (known ?? nil, nil) }
      // It is under way from now on.
      if known == nil { state.found[question] = .some(nil) }
      state.pending += 1
      return (known ?? nil, state.generation)
    }
    if let generation { Task { @MainActor in await read(question, in: generation) } }
    return known
  }

  @MainActor private func read(_ question: DatabaseQuestion, in generation: Int) async {
    let found = await faults.value(orSay: "data for a rule cannot be read") {
      () async throws(StoreError) in try await self.answer(question)
    }
    let isLast = state.withLock { state in
      state.pending -= 1
      state.found[question] = .some(found)
      if generation != state.generation { state.outdated.insert(question) }
      return state.pending == 0
    }
    // All that a page asks for at once is shown at once.
    if isLast { renew() }
  }
}

extension WorkContext {
  /// Lets views and rules read what is fetched from the database by now.
  package func offerDatabase() { root[ObjectKeys.shared.database] = database }

  /// The open database as applications see it.
  package var database: DatabaseReference {
    DatabaseReference(
      title: store.title,
      path: store.place.address,
      isReadOnly: store.isReadOnly,
      source: reading.fetches
    )
  }
}
