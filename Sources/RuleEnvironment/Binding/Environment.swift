/// Reads a key of the environment: `@Environment(\.title) var title`.
///
/// In a view it reads the scope of the code that runs, ``EnvironmentValues/current``. In a class it reads the scope
/// that the object was bound to, see ``EnvironmentBindable``, and never the ambient one.
@propertyWrapper
public struct Environment<V: Sendable>: Sendable {
  private let slot: BoundProperty<V>

  /// The value at `path`: a key, or something behind it such as `\.entity?.name`.
  public init(_ path: any KeyPath<EnvironmentValues, V> & Sendable) {
    slot = BoundProperty { $0[keyPath: path] }
  }

  /// The value of a key; spares making a key path through the environment, which takes microseconds for each view.
  public init(_ key: Key<V>) {
    slot = BoundProperty { $0[key] }
  }

  /// The value in the scope of the code that runs; a value written here is seen instead.
  public var wrappedValue: V {
    get { slot.current }
    set { slot.write(newValue) }
  }

  /// The value in the scope that the object was bound to which holds this in a `let`, the key's default while it is not: a
  /// class that is `Sendable` by itself has no variables.
  ///
  ///     private let discount = Environment(\.shop.discount)
  ///     var price: Int { 100 - discount.boundValue }
  public var boundValue: V { slot.value }

  /// The value in the scope that `owner` was bound to, the key's default while it is not.
  public static subscript<Owner: EnvironmentBindable>(
    _enclosingInstance owner: Owner,
    wrapped property: ReferenceWritableKeyPath<Owner, V>,
    storage storage: ReferenceWritableKeyPath<Owner, Environment<V>>
  ) -> V {
    get { owner[keyPath: storage].slot.value }
    set { owner[keyPath: storage].slot.write(newValue) }
  }
}

extension Environment: EnvironmentProperty {
  func bind(_ values: EnvironmentValues?) { slot.bind(values) }
  var boundValues: EnvironmentValues? { slot.boundValues }
}
