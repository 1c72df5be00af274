import Synchronization

/// Tells which of two readings of a row began later, on whatever connection.
package enum ReadSequence {
  private static let last = Atomic<Int>(0)

  /// The number of a reading that begins now: greater than all before.
  package static func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}
