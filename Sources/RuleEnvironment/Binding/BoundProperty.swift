import Synchronization

/// A type-erased ``Environment`` property wrapper, for binding all wrappers of an object to a scope.
///
/// ``EnvironmentBindable`` finds them by reflection.
protocol EnvironmentProperty {
  /// Reads from `values` from now on; `nil` unbinds.
  func bind(_ values: EnvironmentValues?)
  /// The environment that the property reads from; `nil` when unbound.
  var boundValues: EnvironmentValues? { get }
}

/// The storage of one `@Environment` wrapper: the scope it is bound to, and the value that its owner wrote or has read.
///
/// Views read the scope of the running code instead, see ``current``.
final class BoundProperty<V: Sendable>: Sendable {
  /// The mutable state of an `@Environment` property behind its mutex: the bound scope, and the value written or cached.
  private struct State: Sendable {
    var values: EnvironmentValues?
    /// Written by the owner, or read before: what a read gives until the next binding.
    var known: V?
    var isWritten = false
  }

  private let read: @Sendable (EnvironmentValues) -> V
  private let state = Mutex(State())
  /// Whether the owner ever wrote: views never do, and read without the lock.
  private let wasWritten = Atomic(false)

  init(_ read: @escaping @Sendable (EnvironmentValues) -> V) { self.read = read }

  /// The value that the owner wrote since the last binding; `nil` if it wrote none.
  private var written: V? {
    guard wasWritten.load(ordering: .acquiring) else { return nil }
    return state.withLock { $0.isWritten ? $0.known : nil }
  }

  /// The value that the owner wrote, else the value in the scope of the running code.
  var current: V { written ?? read(EnvironmentValues.current) }

  var boundValues: EnvironmentValues? { state.withLock { $0.values } }

  /// Written, else read before, else read now from the bound scope, else from an empty one: the default.
  var value: V {
    let (known, values) = state.withLock { ($0.known, $0.values) }
    if let known { return known }
    let bound = values ?? EnvironmentValues()
    let value = read(bound)
    state.withLock { state in
      guard let values, state.known == nil, state.values?.isIdentical(to: values) == true
      else { return }
      state.known = value
    }
    return value
  }

  func write(_ value: V) {
    state.withLock { ($0.known, $0.isWritten) = (value, true) }
    wasWritten.store(true, ordering: .releasing)
  }

  func bind(_ values: EnvironmentValues?) {
    state.withLock { $0 = State(values: values) }
  }
}
