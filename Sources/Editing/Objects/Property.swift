public import EntityModel
public import EntityStore
import Qualifiers

/// A property with the Swift type of its values.
///
/// Declared once, in an extension of ``Properties``, and read and written by its path: `movie[\.rating]`. Texts, numbers,
/// dates, flags and bytes are types of values too: `var stock: Property<Int> { Property("stock") }`.
public nonisolated struct Property<Value: PropertyValue>: Sendable, Hashable {
  /// The name of the attribute.
  public let name: String

  /// The attribute of that name, whose values are of the type.
  public init(_ name: String) { self.name = name }
}

/// The namespace in which an application declares its typed properties.
///
///     extension Properties {
///       var rating: Property<Rating> { Property("rating") }
///     }
public nonisolated struct Properties: Sendable {
  /// Creates the root of the property paths.
  public init() {}
}

extension ManagedObject {
  /// The value of a property, pending changes included; `nil` where there is none, it was not read, or what stands there is
  /// none of the type.
  ///
  /// Setting it can be undone. A value that cannot be written as it is stored changes nothing.
  public subscript<Value: PropertyValue>(property: Property<Value>) -> Value? {
    get { value(at: PropertyPath(components: [property.name])).flatMap { Value(stored: $0) } }
    set {
      guard let newValue else { return set(.null, forAttribute: property.name) }
      if let stored = newValue.stored { set(stored, forAttribute: property.name) }
    }
  }

  /// The value of a property by its path: `movie[\.rating]`.
  public subscript<Value: PropertyValue>(path: KeyPath<Properties, Property<Value>>) -> Value? {
    get { self[Properties()[keyPath: path]] }
    set { self[Properties()[keyPath: path]] = newValue }
  }
}

extension Record {
  /// The value of a property; `nil` where there is none, it was not read, or what stands there is none of the type.
  public subscript<Value: PropertyValue>(property: Property<Value>) -> Value? {
    value(forKey: property.name).flatMap { Value(stored: $0) }
  }

  /// The value of a property by its path: `movie[\.rating]`.
  public subscript<Value: PropertyValue>(path: KeyPath<Properties, Property<Value>>) -> Value? {
    self[Properties()[keyPath: path]]
  }

  /// The value called `name` as one of a type: `tea["stock", as: Int.self]`.
  public subscript<Value: PropertyValue>(name: String, as type: Value.Type) -> Value? {
    self[Property<Value>(name)]
  }
}

extension ManagedObject {
  /// The value called `name` as one of a type: `tea["stock", as: Int.self]`.
  ///
  /// Setting it can be undone. A value that cannot be written as it is stored changes nothing.
  public subscript<Value: PropertyValue>(name: String, as type: Value.Type) -> Value? {
    get { self[Property<Value>(name)] }
    set { self[Property<Value>(name)] = newValue }
  }
}
