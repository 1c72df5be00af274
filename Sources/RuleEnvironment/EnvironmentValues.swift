public import Qualifiers

/// The values of all keys in one scope: set explicitly here or further out, else answered by rules, else defaults.
///
/// A value type: copying makes a child scope, setting in the copy leaves the original as it was.
@dynamicMemberLookup
public struct EnvironmentValues: Sendable {
  private(set) var scope: Scope
  /// Collects what is read, while a resolver answers a key.
  let tracker: ReadTracker?
  /// The view that reads, for messages; set by the renderer.
  public var reader: (any Any.Type)?

  /// The scope of the code that runs: set by the view tree around `body` and around actions.
  @TaskLocal public static var current = EnvironmentValues()

  /// An empty scope.
  public init(resolver: (any EnvironmentResolver)? = nil) {
    scope = Scope(parent: nil, bindings: [], resolver: resolver)
    tracker = nil
  }

  /// The values of several scopes in one; of the same key, and of resolvers, the last given counts.
  public init(merging scopes: EnvironmentValues...) {
    self.init(merging: scopes)
  }

  /// The values of several scopes in one; of the same key, and of resolvers, the last given counts.
  public init(merging scopes: [EnvironmentValues]) {
    let bindings = Scope.merged(scopes.flatMap(\.scope.allBindings))
    let resolver = scopes.reversed().lazy.compactMap(\.resolver).first
    scope = Scope(parent: nil, bindings: bindings, resolver: resolver)
    tracker = nil
  }

  init(scope: Scope, tracker: ReadTracker?, reader: (any Any.Type)?) {
    (self.scope, self.tracker, self.reader) = (scope, tracker, reader)
  }

  /// The resolver of keys without a value in the scope.
  public var resolver: (any EnvironmentResolver)? {
    get { scope.resolver }
    set { scope = Scope(parent: scope, bindings: [], resolver: newValue) }
  }

  /// The typed value of `key`: explicit, else by rule, else its default.
  public subscript<V>(key: Key<V>) -> V {
    get {
      guard tracker == nil else { return tracked(key) }
      if let known = scope.known(key.slot) { return key.typed(known) }
      return asked(key)
    }
    set { set(key.stored(newValue), for: key) }
  }

  /// The value of `key`, which is neither set nor remembered.
  private func asked<V>(_ key: Key<V>) -> V {
    guard !key.isViewOnly, let answer = resolved(key) else { return key.defaultValue }
    return key.typed(answer.stored)
  }

  /// The value of `key`, the reading of which is noted.
  private func tracked<V>(_ key: Key<V>) -> V {
    // No answer depends on what rules never see.
    if key.isViewOnly {
      let set = tracker?.keepsKeys == true ? scope.binding(key.slot) : nil
      return set.map(key.typed) ?? key.defaultValue
    }
    if let binding = scope.binding(key.slot) {
      tracker?.noteKey(key)
      tracker?.note(fact(key, path: [], value: binding.ruleValue))
      return key.typed(binding)
    }
    return asked(key)
  }

  private mutating func set(_ value: any AnyTypedValue, for key: any AnyKey) {
    let isFresh = isKnownUniquelyReferenced(&scope)
    let binding = Scope.Binding(slot: key.slot, key: key, value: value)
    scope = scope.setting(binding, isFresh: isFresh)
  }

  /// A child scope with these bindings, each key once.
  func child(with bindings: [Scope.Binding]) -> EnvironmentValues {
    var values = self
    values.scope = Scope(parent: scope, bindings: bindings, resolver: scope.resolver)
    return values
  }

  /// A child scope in which `key` is `value`.
  public func setting<V>(_ key: Key<V>, to value: V) -> EnvironmentValues {
    // Not by setting in a copy: each step of that costs as much as making the scope.
    EnvironmentValues(scope: scope.child(key.binding(value)), tracker: tracker, reader: reader)
  }

  /// A child scope in which the value at `path` is `value`.
  public func setting<V>(
    _ path: WritableKeyPath<EnvironmentValues, V>,
    to value: V
  ) -> EnvironmentValues {
    var values = self
    values.set(value, at: path)
    return values
  }

  /// Sets the value at `path`.
  ///
  /// Swift reads what is there before it sets something by a path: nobody misses a required key by that.
  public mutating func set<V>(_ value: V, at path: WritableKeyPath<EnvironmentValues, V>) {
    let outer = reader
    reader = Setting.self
    self[keyPath: path] = value
    reader = outer
  }

  /// A marker type that `set(_:at:)` enters as the reader while it assigns by key path.
  ///
  /// Swift reads a value before it sets it by a path; the marker keeps that read from reporting a missing required key.
  enum Setting {}

  /// Sets `key` from a value of the rule language; `false`, and nothing is set, when it is of the wrong type.
  public mutating func set(_ value: Value, for key: any AnyKey) -> Bool {
    guard let stored = key.decode(value) else { return false }
    set(stored, for: key)
    return true
  }

  /// Forgets what was set for `key`, here and further out, so that rules answer it again.
  public mutating func unset(_ key: any AnyKey) {
    guard isExplicit(key) else { return }
    let bindings = scope.allBindings.filter { $0.slot != key.slot }
    scope = Scope(parent: nil, bindings: bindings, resolver: scope.resolver)
  }

  /// Whether `key` was set, here or further out.
  public func isExplicit(_ key: any AnyKey) -> Bool { scope.binding(key.slot) != nil }

  /// Whether both are the very same scope, so that every key reads the same.
  public func isIdentical(to other: EnvironmentValues) -> Bool { scope === other.scope }

  /// The whole context, for code that reads keys by name.
  public var ruleContext: EnvironmentValues { self }
}
