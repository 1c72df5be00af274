public import Qualifiers

/// The source of a key's value: the program, a rule or the default.
public enum ValueOrigin: String, Sendable, Hashable {
  /// Set by the program, here or further out.
  case explicit
  /// Answered by the resolver.
  case rule
  /// The key's default, for want of any other.
  case `default`
}

extension EnvironmentValues {
  /// Returns the value of `key` as conditions compare it.
  public func ruleValue(of key: any AnyKey) -> Value {
    read(key, path: []) ?? key.defaultRuleValue
  }

  /// Returns the value at the end of `path`, starting from the value of `key`, as conditions compare it.
  ///
  /// `nil` if the path leads nowhere, or back to a key that is being resolved.
  public func read(_ key: any AnyKey, path: ArraySlice<String>) -> Value? {
    if let binding = scope.binding(key.slot) {
      tracker?.noteKey(key)
      let whole = binding.ruleValue
      let value = path.isEmpty ? whole : whole.value(forPath: path)
      tracker?.note(fact(key, path: path, value: value))
      return value
    }
    guard let whole = resolved(key)?.value ?? unresolvedDefault(key) else { return nil }
    return path.isEmpty ? whole : whole.value(forPath: path)
  }

  /// Returns the source of the value of `key`.
  public func origin(of key: any AnyKey) -> ValueOrigin {
    if isExplicit(key) { return .explicit }
    return resolved(key)?.isDefault ?? true ? .default : .rule
  }

  /// Whether what `key` holds here is the same whatever `others` hold: none of them was read to find it.
  public func answers(_ key: any AnyKey, without others: [any AnyKey]) -> Bool {
    if isExplicit(key) { return !others.contains { $0.slot == key.slot } }
    guard let answer = resolved(key) else { return scope.resolver == nil }
    let slots = others.map(\.slot)
    return !answer.isCyclic && !answer.facts.contains { slots.contains($0.slot) }
  }

  /// Returns this environment with a tracker that records all reads while `key` is resolved.
  ///
  /// Reading `key` again, a cycle, finds no value. ``keysRead`` lists the keys read.
  public func answering(_ key: any AnyKey) -> EnvironmentValues {
    let tracker = ReadTracker(key, slot: key.slot, outer: tracker, keepsKeys: true)
    return EnvironmentValues(scope: scope, tracker: tracker, reader: reader)
  }

  /// The keys read from this place since ``answering(_:)`` made it, each once; not what those keys needed.
  public var keysRead: [any AnyKey] { tracker?.keys ?? [] }

  /// Told by a resolver whose answer may be another at each read.
  public func noteVolatile() { tracker?.noteVolatile() }

  /// Told by a resolver whose answer holds until a time: seconds since 1970 on the resolver's clock.
  public func noteValid(until second: Int) { tracker?.noteValid(until: second) }

  /// Told by a resolver whose answer depends on the scope having no value for `key`, without reading it.
  public func noteUnset(_ key: any AnyKey) {
    tracker?.note(ReadDependency(key: key, slot: key.slot, path: [], seen: .unset))
  }

  /// The default of a key where there is no resolver.
  private func unresolvedDefault(_ key: any AnyKey) -> Value? {
    scope.resolver == nil ? key.defaultRuleValue : nil
  }

  func fact(_ key: any AnyKey, path: ArraySlice<String>, value: Value?) -> ReadDependency {
    ReadDependency(key: key, slot: key.slot, path: path, seen: .value(value))
  }

  /// The answer for a key without a value here, its default included; `nil` without a resolver, and when it cannot be had
  /// because of a cycle.
  func resolved(_ key: any AnyKey) -> CachedAnswer? {
    let slot = key.slot
    tracker?.noteKey(key)
    guard let resolver = scope.resolver else { return nil }
    let generation = resolver.generation
    if let answer = scope.answer(slot, generation: generation), canUse(answer) {
      tracker?.absorb(answer.reads)
      return answer
    }
    if let tracker, let head = tracker.answering(slot) {
      resolver.didFindCycle(tracker.noteCycle(to: head))
      return nil
    }
    return computed(key, by: resolver, generation: generation)
  }

  /// Whether a remembered answer holds here: one from a cycle, or read inside of one, depends on the first key asked.
  private func canUse(_ answer: CachedAnswer) -> Bool {
    guard let tracker else { return true }
    return !answer.isCyclic && !tracker.hasMetCycle
  }

  private func computed(
    _ key: any AnyKey,
    by resolver: any EnvironmentResolver,
    generation: Int
  ) -> CachedAnswer? {
    let inner = ReadTracker(key, slot: key.slot, outer: tracker)
    let values = EnvironmentValues(scope: scope, tracker: inner, reader: reader)
    let value = resolver.answer(key, in: values)
    inner.note(ReadDependency(key: key, slot: key.slot, path: [], seen: .unset))
    let reads = inner.result
    tracker?.absorb(reads, cycleDepth: reads.cycleDepth)
    let dependsOnAsker = reads.cycleDepth < inner.depth
    let answer: CachedAnswer
    if let value, let stored = key.decode(value) {
      answer = CachedAnswer(value: value, stored: stored, isDefault: false, reads: reads)
    } else if dependsOnAsker {
      return nil
    } else {
      answer = fallback(key, reads: reads)
    }
    // That a required key is missing is told to each who reads it.
    if !reads.isVolatile, !dependsOnAsker, !(answer.isDefault && key.isRequired) {
      scope.remember(answer, for: key.slot, generation: generation)
    }
    return answer
  }

  /// The key's default as an answer.
  private func fallback(_ key: any AnyKey, reads: ReadTracker.Reads) -> CachedAnswer {
    if key.isRequired, reader != Setting.self {
      scope.resolver?.didMissRequired(key, reader: reader.map { "\($0)" })
    }
    return CachedAnswer(
      value: key.defaultRuleValue,
      stored: key.storedDefault,
      isDefault: true,
      reads: reads
    )
  }
}
