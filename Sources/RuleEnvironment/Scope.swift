import Synchronization

/// One environment in a chain of nested scopes: its parent, the keys set in it, and its cached answers.
///
/// Making a child copies nothing but the bindings of the child itself. A cached answer is kept in the outermost scope in which
/// it holds, so that all scopes inside of it share it.
final class Scope: Sendable {
  /// A key with the value that a scope sets for it.
  ///
  /// `EnvironmentValues` makes bindings when a key is set; the scope finds them by slot.
  struct Binding: Sendable {
    let slot: Int
    let key: any AnyKey
    let value: any AnyTypedValue
  }

  let parent: Scope?
  /// The parent, unretained, for lookups without reference counting; `parent` keeps it alive.
  private let outer: Unmanaged<Scope>?
  /// The first binding of this scope.
  ///
  /// Most scopes set one key, which needs no array.
  private let first: Binding?
  private let others: [Binding]
  let resolver: (any EnvironmentResolver)?
  /// The slots set here, and here or further out, folded into bits.
  let ownSlots: UInt64
  let slots: UInt64
  private let depth: Int
  /// Whether answers of the scopes further out come from another resolver.
  private let isMemoRoot: Bool
  private let memo = Mutex(AnswerCache())
  /// The slots of which an answer is remembered, folded into bits: spares the lock.
  private let remembered = Atomic<UInt64>(0)
  /// The answers remembered before a value was set in place; one is valid again when all its facts hold.
  private let former: AnswerCache?

  /// A chain longer than this is copied into one scope.
  private static let longestChain = 48

  init(
    parent: Scope?,
    bindings: [Binding],
    resolver: (any EnvironmentResolver)?,
    former: AnswerCache? = nil
  ) {
    let isLong = (parent?.depth ?? 0) >= Scope.longestChain
    let own = isLong ? Scope.merged((parent?.allBindings ?? []) + bindings) : bindings
    let parent = isLong ? nil : parent
    self.parent = parent
    outer = parent.map(Unmanaged.passUnretained)
    self.resolver = resolver
    self.former = former
    first = own.first
    others = Array(own.dropFirst())
    isMemoRoot = parent.map { $0.resolver !== resolver } ?? true
    depth = parent.map { $0.depth + 1 } ?? 0
    ownSlots = own.reduce(0) { $0 | Scope.bit($1.slot) }
    slots = ownSlots | (parent?.slots ?? 0)
  }

  /// A child that sets one key.
  private init(child binding: Binding, of parent: Scope) {
    self.parent = parent
    outer = .passUnretained(parent)
    resolver = parent.resolver
    former = nil
    first = binding
    others = []
    isMemoRoot = false
    depth = parent.depth + 1
    ownSlots = Scope.bit(binding.slot)
    slots = ownSlots | parent.slots
  }

  /// The bindings of this scope alone.
  private var bindings: [Binding] { first.map { [$0] + others } ?? [] }

  @inline(__always)
  static func bit(_ slot: Int) -> UInt64 { 1 << UInt64(truncatingIfNeeded: slot & 63) }

  /// The value set for `slot`, nearest first.
  func binding(_ slot: Int) -> (any AnyTypedValue)? {
    let bit = Scope.bit(slot)
    return slots & bit == 0 ? nil : binding(slot, bit)
  }

  /// Returns the value set for `slot`, nearest first; `bit` is the slot's bit.
  ///
  /// The recursion saves a retain and a release for each parent, which a loop would need.
  private func binding(_ slot: Int, _ bit: UInt64) -> (any AnyTypedValue)? {
    if ownSlots & bit != 0 {
      if let first, first.slot == slot { return first.value }
      for index in others.indices where others[index].slot == slot { return others[index].value }
    }
    return outer?._withUnsafeGuaranteedRef { outer in
      outer.slots & bit == 0 ? nil : outer.binding(slot, bit)
    }
  }

  /// The bindings of this scope and its parents, each key once.
  var allBindings: [Binding] {
    let chain = sequence(first: self, next: \.parent)
    return Scope.merged(chain.reversed().flatMap(\.bindings))
  }

  /// Each key once, with the last value given.
  static func merged(_ bindings: [Binding]) -> [Binding] {
    // Nothing to do in nearly all scopes.
    if hasUniqueSlots(bindings) { return bindings }
    var merged: [Binding] = []
    var positions: [Int: Int] = [:]
    for binding in bindings {
      if let position = positions[binding.slot] {
        merged[position] = binding
      } else {
        positions[binding.slot] = merged.count
        merged.append(binding)
      }
    }
    return merged
  }

  /// Whether no slot is set twice, told without making a set; of many bindings it is not tried.
  private static func hasUniqueSlots(_ bindings: [Binding]) -> Bool {
    guard bindings.count <= 8 else { return false }
    for index in bindings.indices.dropFirst() {
      let slot = bindings[index].slot
      if bindings[..<index].contains(where: { $0.slot == slot }) { return false }
    }
    return true
  }

  /// A scope inside of this one that sets one key.
  func child(_ binding: Binding) -> Scope {
    depth < Scope.longestChain
      ? Scope(child: binding, of: self)
      : Scope(parent: self, bindings: [binding], resolver: resolver)
  }

  /// The scope with one more binding; `isFresh` says that this one is not shared, so that no link is added.
  func setting(_ binding: Binding, isFresh: Bool) -> Scope {
    guard isFresh, first != nil || parent == nil else {
      return child(binding)
    }
    var bindings = bindings
    if let position = bindings.firstIndex(where: { $0.slot == binding.slot }) {
      bindings[position] = binding
    } else {
      bindings.append(binding)
    }
    return Scope(parent: parent, bindings: bindings, resolver: resolver, former: latestMemo)
  }

  /// The answers remembered here, else those from before.
  private var latestMemo: AnswerCache? {
    remembered.load(ordering: .acquiring) == 0 ? former : memo.withLock { $0 }
  }
}

// MARK: - Reading

extension Scope {
  /// The value for `slot` that is set, else remembered; `nil` when it must be computed, or looked for with more care.
  ///
  /// This is what reading a key costs nearly always, so nothing is counted on the way: a scope keeps those further out.
  func known(_ slot: Int) -> (any AnyTypedValue)? {
    let bit = Scope.bit(slot)
    if slots & bit != 0, let set = binding(slot, bit) { return set }
    guard let generation = resolver?.generation else { return nil }
    var between: UInt64 = 0
    var next: Unmanaged<Scope>? = .passUnretained(self)
    while let current = next {
      let isLikely = current._withUnsafeGuaranteedRef {
        $0.remembered.load(ordering: .acquiring) & bit != 0
      }
      if isLikely,
        let value = current._withUnsafeGuaranteedRef({ scope in
          scope.memo.withLock { $0.lasting(slot, generation: generation, between: between) }
        })
      {
        return value
      }
      (next, between) = current._withUnsafeGuaranteedRef {
        ($0.isMemoRoot ? nil : $0.outer, between | $0.ownSlots)
      }
    }
    return nil
  }
}

// MARK: - Remembered answers

extension Scope {
  /// A remembered answer that holds here, from this scope or one further out.
  ///
  /// An answer from further out holds when what was set in between is nothing that it read, or is set to the same.
  func answer(_ slot: Int, generation: Int) -> CachedAnswer? {
    let nearest = remembered(slot, Scope.bit(slot), generation: generation, between: 0)
    if let (answer, between) = nearest, answer.slots & between == 0 { return answer }
    if let (answer, _) = nearest, holds(answer) {
      return kept(answer, for: slot, generation: generation)
    }
    if let answer = former?.answer(slot, generation: generation), isCurrent(answer), holds(answer) {
      return kept(answer, for: slot, generation: generation)
    }
    return nil
  }

  private func holds(_ answer: CachedAnswer) -> Bool {
    answer.facts.allSatisfy { $0.holds(in: self) }
  }

  private func kept(_ answer: CachedAnswer, for slot: Int, generation: Int) -> CachedAnswer {
    remember(answer, for: slot, generation: generation)
    return answer
  }

  /// The nearest answer remembered, and the slots set between it and the scope that asks.
  private func remembered(
    _ slot: Int,
    _ bit: UInt64,
    generation: Int,
    between: UInt64
  ) -> (CachedAnswer, UInt64)? {
    if remembered.load(ordering: .acquiring) & bit != 0,
      let answer = memo.withLock({ $0.answer(slot, generation: generation) }), isCurrent(answer)
    {
      return (answer, between)
    }
    guard let outer, !isMemoRoot else { return nil }
    return outer._withUnsafeGuaranteedRef {
      $0.remembered(slot, bit, generation: generation, between: between | ownSlots)
    }
  }

  /// Remembers `answer` in the outermost scope that sets nothing which the answer depends on.
  func remember(_ answer: CachedAnswer, for slot: Int, generation: Int) {
    var scope = self
    while let parent = scope.parent, !scope.isMemoRoot, scope.ownSlots & answer.slots == 0 {
      scope = parent
    }
    scope.memo.withLock { $0.remember(answer, for: slot, generation: generation) }
    _ = scope.remembered.bitwiseOr(Scope.bit(slot), ordering: .acquiringAndReleasing)
  }

  private func isCurrent(_ answer: CachedAnswer) -> Bool {
    answer.validUntil == .max || (resolver?.seconds ?? 0) < answer.validUntil
  }
}
