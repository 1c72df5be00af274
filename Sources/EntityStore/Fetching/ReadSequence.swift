import Synchronization

/// A counter of reads across all connections, whose numbers show which of two reads of a row began later.
package enum ReadSequence {
  private static let last = Atomic<Int>(0)

  /// The number of a reading that begins now: greater than all before.
  package static func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}
