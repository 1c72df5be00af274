public import Editing
public import EntityModel
import Qualifiers
public import RuleEnvironment
public import Widgets
public import Workspace

extension FormModel {
  /// The value of a property as a Swift type, for an editor of one's own: `nil` where there is none, or one of another type.
  ///
  /// Written values are checked like typed ones. A property that the object does not have reads as `nil` and takes
  /// nothing.
  public func binding<V: ValueConvertible>(
    to key: String,
    as type: V.Type = V.self
  ) -> Binding<V?> {
    let attribute = object.entity.attribute(named: key)
    return Binding(
      get: { attribute.map { self.value(of: $0) }.flatMap { $0.isNull ? nil : V.convert($0) } },
      set: { value in
        if let attribute { self.set(value?.value ?? .null, for: attribute) }
      }
    )
  }

  /// A binding to a property of the form's object, for views in which its value is entered.
  ///
  /// Reads `nil` where there is no value, or one that is none of the type. What is set is a step that can be undone, takes the
  /// place of what is being typed, and is checked at once; a value that cannot be written is a problem of the field.
  public func binding<Value: PropertyValue>(for property: Property<Value>) -> Binding<Value?> {
    Binding(
      get: { self.object[property] },
      set: { self.set($0, for: property) }
    )
  }

  /// A binding to a property by its path: `form.binding(for: \.rating)`.
  public func binding<Value: PropertyValue>(
    for path: KeyPath<Properties, Property<Value>>
  ) -> Binding<Value?> {
    binding(for: Properties()[keyPath: path])
  }

  private func set<Value: PropertyValue>(_ value: Value?, for property: Property<Value>) {
    guard let attribute = object.entity.attribute(named: property.name) else { return }
    guard let value else { return set(.null, for: attribute) }
    guard let stored = value.stored else {
      return show("cannot be written as \(attribute.typeName)", at: [property.name])
    }
    set(stored, for: attribute)
  }
}
