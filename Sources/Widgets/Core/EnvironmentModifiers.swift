public import RuleEnvironment

extension View {
  /// Sets a key for this view and all in it.
  public func environment<V>(
    _ path: WritableKeyPath<EnvironmentValues, V>,
    _ value: V
  ) -> some View {
    changing { $0.environment.set(value, at: path) }
  }

  /// Sets a key for this view and all in it; the scope, with its answers, is kept while the value stays equal.
  public func environment<V: Equatable>(
    _ path: WritableKeyPath<EnvironmentValues, V>,
    _ value: V
  ) -> some View {
    ScopedView(content: AnyContent(self), value: value) { $0.set(value, at: path) }
  }

  /// Sets a key, given as an object, for this view and all in it.
  public func environment<V>(_ key: Key<V>, _ value: V) -> some View {
    changing { $0.environment[key] = value }
  }

  /// Sets a key, given as an object; the scope, with its answers, is kept while the value stays equal.
  public func environment<V: Equatable>(_ key: Key<V>, _ value: V) -> some View {
    ScopedView(content: AnyContent(self), value: value) { $0[key] = value }
  }

  /// Does not compile: no key has the name, or it takes another value.
  @_disfavoredOverload
  @available(
    *,
    unavailable,
    message: "no key of this type has this name; 'd2t keys' lists them, AddedNamespaces has yours"
  )
  public func environment<V>(
    _ path: KeyPath<NoSuchKeyOrAddedNamespace, NoSuchKeyOrAddedNamespace>,
    _ value: V
  ) -> some View { self }

  /// Changes the scope of this view and all in it, several keys at once.
  public func transformEnvironment(
    _ change: @escaping (inout EnvironmentValues) -> Void
  ) -> some View {
    changing { change(&$0.environment) }
  }
}

/// The view behind the `environment` modifiers for equatable values: it sets one environment value for its content.
///
/// Makes a new scope only when the value or the scope around it differs, so that answers cached in the scope stay.
private struct ScopedView<Value: Equatable>: PrimitiveView {
  let content: AnyContent
  let value: Value
  let change: (inout EnvironmentValues) -> Void

  func makeNodes(in context: ViewContext, into nodes: inout [Node]) {
    let kept = context.identity.object { CachedScope<Value>() }
    var inner = context.child(0)
    inner.environment = kept.scope(in: context.environment, value: value, change)
    content.makeNodes(inner, &nodes)
  }
}

/// The cached scope of a ``ScopedView``, reused while the value and the outer scope stay unchanged.
private final class CachedScope<Value: Equatable> {
  private var last: (outer: EnvironmentValues, value: Value, inner: EnvironmentValues)?

  func scope(
    in outer: EnvironmentValues,
    value: Value,
    _ change: (inout EnvironmentValues) -> Void
  ) -> EnvironmentValues {
    if let last, last.value == value, last.outer.isIdentical(to: outer) { return last.inner }
    var inner = outer
    change(&inner)
    last = (outer, value, inner)
    return inner
  }
}
