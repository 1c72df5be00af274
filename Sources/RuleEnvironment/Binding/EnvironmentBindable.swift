/// An object outside of the view tree that reads environment keys: a view model, a data source, a delegate.
///
///     final class ListModel: EnvironmentBindable {
///       @Environment(\.entity) var entity
///     }
///
/// 1. Unbound, every read gives the key's default; nothing is ever read from the ambient scope.
/// 2. Bound, reads come from the scope bound to; the first read of a property is kept until the next binding.
/// 3. A local write is seen until the next binding.
/// 4. The binding is the object's own, so it survives `await` and is the same in every isolation.
/// 5. Objects held by the object are bound on request only.
public protocol EnvironmentBindable: AnyObject {
  /// Called after each binding, also of an object without an environment property: the keys of the scope can be read.
  func environmentDidBind()
}

extension EnvironmentBindable {
  /// Does nothing.
  public func environmentDidBind() {}

  /// Reads from `values` from now on; with `includeChildren` so do the bindable objects that this one holds.
  public func bindEnvironment(_ values: EnvironmentValues, includeChildren: Bool = false) {
    let bound = eachProperty(includeChildren: includeChildren) { $0.bind(values) }
    for object in bound { object.environmentDidBind() }
  }

  /// Gives the defaults again; with `includeChildren` so do the bindable objects that this one holds.
  public func unbindEnvironment(includeChildren: Bool = false) {
    eachProperty(includeChildren: includeChildren) { $0.bind(nil) }
  }

  /// Whether the object reads from a scope; `false` when it declares no environment property.
  public var isEnvironmentBound: Bool { boundEnvironment != nil }

  /// The scope that the object reads from.
  public var boundEnvironment: EnvironmentValues? {
    var found: EnvironmentValues?
    eachProperty(includeChildren: false) { found = found ?? $0.boundValues }
    return found
  }

  /// Binds to an otherwise empty scope with these values, for tests: `[\.title: "x"]`.
  ///
  /// A value of another type than the key's is a programmer error and traps.
  public func bindTestEnvironment(
    _ values: [PartialKeyPath<EnvironmentValues>: any Sendable],
    includeChildren: Bool = false
  ) {
    var scope = EnvironmentValues()
    for (path, value) in values {
      let isSet = scope.set(value, at: path)
      precondition(isSet, "\(path) does not take a value of type \(type(of: value))")
    }
    bindEnvironment(scope, includeChildren: includeChildren)
  }

  /// Hands over the environment properties, and returns the objects that have them.
  @discardableResult
  private func eachProperty(
    includeChildren: Bool,
    _ body: (any EnvironmentProperty) -> Void
  ) -> [any EnvironmentBindable] {
    var visited: Set<ObjectIdentifier> = []
    var objects: [any EnvironmentBindable] = []
    var waiting: [any EnvironmentBindable] = [self]
    while let object = waiting.popLast() {
      guard visited.insert(ObjectIdentifier(object)).inserted else { continue }
      objects.append(object)
      for level in sequence(first: Mirror(reflecting: object), next: \.superclassMirror) {
        for (_, value) in level.children {
          if let property = value as? any EnvironmentProperty {
            body(property)
          } else if includeChildren {
            waiting += bindableObjects(in: value)
          }
        }
      }
    }
    return objects
  }
}

/// The bindable objects that a stored property holds: itself, or the elements of a collection or optional.
private func bindableObjects(in value: Any) -> [any EnvironmentBindable] {
  if let object = value as? any EnvironmentBindable { return [object] }
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .optional, .collection, .set, .dictionary, .tuple, .struct, .enum:
    return mirror.children.flatMap { bindableObjects(in: $0.value) }
  default: return []
  }
}

extension EnvironmentValues {
  /// Sets the value at a path of unknown type; `false` when it takes no such value.
  fileprivate mutating func set<V: Sendable>(
    _ value: V,
    at path: PartialKeyPath<EnvironmentValues>
  ) -> Bool {
    if let path = path as? WritableKeyPath<EnvironmentValues, V> {
      self[keyPath: path] = value
    } else if let path = path as? WritableKeyPath<EnvironmentValues, V?> {
      self[keyPath: path] = value
    } else {
      return false
    }
    return true
  }
}
