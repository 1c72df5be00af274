package import EntityStore

/// The services for reading one open database: load trackers, relationship counts, query cache of rules, and failed reads.
///
/// Each ``WorkContext`` has one.
package final class WorkReading {
  /// The reads that a page waits for.
  package let loads = LoadTracker()
  /// The lookups for fields while somebody types; nobody waits for them.
  package let lookups = LoadTracker()
  /// The numbers of related rows.
  package let counts: RelationshipCounts
  /// The fetches that rules written in Swift have asked for.
  package let fetches: RuleFetches
  /// The failed reads, and whom they are told.
  package let faults = ReadFaults()
  /// Whether long lists are counted and sorted ahead of time; a page that is drawn once has no use for it.
  package var readsAhead = true
  /// The time for which the cursor of a list rests on a column before its totals are read; `nil` reads none.
  package var totalsPatience: Duration? = .milliseconds(150)

  /// The reads from a store.
  package init(store: EntityStore) {
    counts = RelationshipCounts(store: store, faults: faults)
    fetches = RuleFetches(from: store, faults: faults)
    counts.onForget = { [fetches] in fetches.forget() }
  }

  /// Whether nothing is under way.
  package var isSettled: Bool {
    [loads.pending, loads.waiting, counts.pending, lookups.pending, fetches.pending].allSatisfy {
      $0 == 0
    }
  }
}
