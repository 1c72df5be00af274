/// Several keys with their values, to be set at once.
public struct EnvironmentBindings {
  var bindings: [Scope.Binding] = []

  init() { bindings.reserveCapacity(4) }

  /// Sets `key`; reading gives the default, for nothing is asked here.
  public subscript<V>(key: Key<V>) -> V {
    get { key.defaultValue }
    set { bindings.append(key.binding(newValue)) }
  }
}

extension EnvironmentValues {
  /// A child scope with all that `collect` sets: one link in the chain instead of one for each key.
  public func setting(_ collect: (inout EnvironmentBindings) -> Void) -> EnvironmentValues {
    var collected = EnvironmentBindings()
    collect(&collected)
    return child(with: Scope.merged(collected.bindings))
  }
}
