import Synchronization

/// A recorder of the reads made while one key is answered, as the dependencies of a cached answer.
///
/// Each is linked to that of the key that asked for it; this chain shows cycles.
final class ReadTracker: Sendable {
  /// The reads recorded while a key is answered, how long an answer based on them is valid, and whether a cycle was met.
  struct Reads: Sendable {
    var facts: [ReadDependency] = []
    var slots: UInt64 = 0
    var validUntil = Int.max
    var isVolatile = false
    /// A cycle was met on the way.
    var isCyclic = false
    /// The outermost key in the chain that a cycle led back to.
    var cycleDepth = Int.max

    mutating func add(_ fact: ReadDependency) {
      let bit = Scope.bit(fact.slot)
      if slots & bit != 0, facts.contains(where: { $0.isAbout(fact) }) { return }
      slots |= bit
      facts.append(fact)
    }
  }

  let key: any AnyKey
  let slot: Int
  let depth: Int
  let outer: ReadTracker?
  private let reads = Mutex(Reads())
  /// The keys asked for; `nil` unless a watcher wants to know them.
  private let asked: Mutex<[any AnyKey]>?

  init(_ key: any AnyKey, slot: Int, outer: ReadTracker?, keepsKeys: Bool = false) {
    self.key = key
    self.slot = slot
    self.outer = outer
    asked = keepsKeys ? Mutex([]) : nil
    depth = (outer?.depth ?? -1) + 1
  }

  /// All that was read.
  var result: Reads { reads.withLock { $0 } }

  /// The keys asked for, each once.
  var keys: [any AnyKey] { asked?.withLock { $0 } ?? [] }

  /// Whether the keys asked for are kept for a watcher, which is no rule.
  var keepsKeys: Bool { asked != nil }

  /// Notes that `key` is asked for.
  func noteKey(_ key: any AnyKey) {
    guard asked != nil else { return }
    asked?.withLock { keys in if !keys.contains(where: { $0 === key }) { keys.append(key) } }
  }

  func note(_ fact: ReadDependency) { reads.withLock { $0.add(fact) } }
  func noteVolatile() { reads.withLock { $0.isVolatile = true } }
  func noteValid(until second: Int) {
    reads.withLock { $0.validUntil = min($0.validUntil, second) }
  }

  /// Takes over what a key answered on the way depends on, of which a cycle led back to the key at `cycleDepth`; no cycle
  /// leads from a remembered answer.
  func absorb(_ inner: Reads, cycleDepth: Int = .max) {
    reads.withLock { reads in
      for fact in inner.facts { reads.add(fact) }
      reads.validUntil = min(reads.validUntil, inner.validUntil)
      reads.isVolatile = reads.isVolatile || inner.isVolatile
      reads.isCyclic = reads.isCyclic || inner.isCyclic
      if cycleDepth < depth { reads.cycleDepth = min(reads.cycleDepth, cycleDepth) }
    }
  }

  /// This and those around it, innermost first.
  private var chain: some Sequence<ReadTracker> { sequence(first: self) { $0.outer } }

  /// The tracker of this chain that is answering the key of `slot` already.
  func answering(_ slot: Int) -> ReadTracker? {
    chain.first { $0.slot == slot }
  }

  /// Whether a cycle was met since the outermost key of this chain was asked.
  ///
  /// Then keys have fallen to answers that they give only inside of this chain, and what was remembered elsewhere may
  /// not hold here.
  var hasMetCycle: Bool {
    var tracker: ReadTracker? = self
    while let current = tracker {
      if current.reads.withLock({ $0.isCyclic }) { return true }
      tracker = current.outer
    }
    return false
  }

  /// Notes that reading the key of `head` led back to it; gives the chain of keys, `head` first and last.
  func noteCycle(to head: ReadTracker) -> [any AnyKey] {
    reads.withLock { reads in
      reads.isCyclic = true
      reads.cycleDepth = min(reads.cycleDepth, head.depth)
    }
    let behind = chain.prefix { $0 !== head }.map(\.key)
    return [head.key] + behind.reversed() + [head.key]
  }
}
