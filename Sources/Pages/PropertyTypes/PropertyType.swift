public import EntityModel
import Editing
import Qualifiers
public import Widgets
import Workspace

/// A kind of value of an application, declared once: how it is stored, read, checked, shown and entered.
///
///     catalog.add(PropertyType(Rating.self, "rating", category: "Opinion"))
///
/// Attributes get it in a model file, `"type": "rating"`, and rules ask for it: `attribute.type = 'rating'`. Its component and
/// its formatter have its name. Values that a text can stand for are entered as that text, those that can be counted are
/// chosen; ``display(_:)``, ``entry(_:)`` and ``query(_:)`` give other views.
public struct PropertyType<Value: PropertyValue> {
  /// How models know it.
  var type: CustomType
  private var display: (@MainActor (Value) -> AnyView)?
  private var entry: (@MainActor (Binding<Value?>) -> AnyView)?
  private var query: (@MainActor (Binding<String>) -> AnyView)?

  /// A type that models and rules call `name`.
  ///
  /// - Parameters:
  ///   - type: The Swift type of its values.
  ///   - name: What models and rules call it.
  ///   - category: The group of properties on pages to which its attributes belong, where the model says none.
  ///   - isRequired: Whether its attributes need a value, where the model does not say otherwise.
  ///   - initial: What a new object begins with.
  ///   - text: What people read of a value; its description, the name of its case, or what is stored, when left out.
  ///   - reading: The value that a typed text stands for, beside those that the program reads by itself.
  ///   - noun: What a message asks for: `a time of day like 9:30`.
  ///   - validate: What is wrong with a value, as what stands behind its field: `must not be Sunday`.
  public init(
    _ type: Value.Type,
    _ name: String,
    category: String? = nil,
    isRequired: Bool = false,
    initial: Value? = nil,
    text: (@Sendable (Value) -> String)? = nil,
    reading: @escaping @Sendable (String) -> Value? = { _ in nil },
    noun: String? = nil,
    validate: @escaping @Sendable (Value) -> String? = { _ in nil }
  ) {
    self.type = CustomType(
      name,
      of: type,
      text: text,
      reading: reading,
      noun: noun,
      validate: validate
    )
    (self.type.category, self.type.isRequired) = (category, isRequired)
    self.type.initialValue = initial?.stored
  }

  /// Returns a copy whose values are shown on pages by a view; lists show their text.
  public func display<Content: View>(
    @ViewBuilder _ view: @escaping @MainActor (Value) -> Content
  ) -> Self {
    var copy = self
    copy.display = { AnyView(view($0)) }
    return copy
  }

  /// Returns a copy whose values are edited in a view; a `nil` value means null.
  ///
  /// Changes through the binding are checked, can be undone, and are saved with the page.
  public func entry<Content: View>(
    @ViewBuilder _ view: @escaping @MainActor (Binding<Value?>) -> Content
  ) -> Self {
    var copy = self
    copy.entry = { AnyView(view($0)) }
    return copy
  }

  /// Returns a copy with a view for query pages; the view writes the search text that a user would type: `>3`, `=high`.
  public func query<Content: View>(
    @ViewBuilder _ view: @escaping @MainActor (Binding<String>) -> Content
  ) -> Self {
    var copy = self
    copy.query = { AnyView(view($0)) }
    return copy
  }

  /// The component that shows, edits and queries values of the type.
  fileprivate var component: Component {
    let (display, query, type) = (display, query, type)
    var editor: (@MainActor (FormModel, Attribute) -> AnyView)?
    if let entry {
      editor = { entry($0.binding(for: Property<Value>($1.name))) }
    }
    return Component(
      type,
      display: { stored in
        guard let display, let value = Value(stored: stored) else { return nil }
        return display(value)
      },
      entry: editor,
      query: query
    )
  }
}

extension Component {
  /// Creates a component that shows, edits and queries values of a custom type.
  fileprivate init(
    _ type: CustomType,
    display: @escaping @MainActor (Value) -> AnyView? = { _ in nil },
    entry: (@MainActor (FormModel, Attribute) -> AnyView)? = nil,
    query: (@MainActor (Binding<String>) -> AnyView)? = nil
  ) {
    let component = Component(
      type.name,
      for: .display,
      .edit,
      .query,
      types: [PropertyKind(type)],
      reads: Component.entered,
      cell: CellText.typed
    ) {
      TypedComponent(
        isChosen: !type.choices.isEmpty,
        display: display,
        entry: entry,
        query: query
      )
    }
    self = component.saying("A value of the type \(type.name).").showing(.value)
  }
}

extension Formatter {
  /// Creates a formatter for the values of a custom type.
  fileprivate init(_ type: CustomType) {
    self.init(type.name, "A value of the type \(type.name).") { value, _ in type.text(value) }
    reading = { text, _ in type.value(text)?.description }
  }
}

extension Catalog {
  /// The types that models may name.
  package var customTypes: [CustomType] {
    propertyTypes.values.sorted { $0.name < $1.name }
  }

  /// Adds a type of values, with the component and the formatter of its name.
  public mutating func add(_ propertyType: PropertyType<some PropertyValue>) {
    let name = propertyType.type.name
    precondition(
      AttributeType(rawValue: name) == nil && propertyTypes[name] == nil && components[name] == nil
        && formatters[name] == nil,
      "there is a type, component or formatter '\(name)' already; call the property type otherwise"
    )
    propertyTypes[name] = propertyType.type
    components[name] = propertyType.component
    formatters[name] = Formatter(propertyType.type)
  }

  /// Adds a component, and a formatter where there is none, for each built-in type whose values are written in a way of their
  /// own.
  mutating func addAttributeTypes(_ types: [AttributeType] = AttributeType.allCases) {
    for type in types.compactMap(\.ownValues) {
      components[type.name] = Component(type)
      if formatters[type.name] == nil { formatters[type.name] = Formatter(type) }
    }
  }
}
