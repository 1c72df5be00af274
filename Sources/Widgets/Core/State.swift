/// A value that outlives the view's evaluation; changing it draws the screen anew.
///
/// Made when the view appears and lost when the view leaves. An observable model kept here is observed too.
@propertyWrapper
public struct State<Value>: DynamicProperty {
  private let initial: () -> Value
  private let link = StateLink<Value>()

  /// A state that starts as `wrappedValue`, evaluated when the view appears.
  public init(wrappedValue: @autoclosure @escaping () -> Value) {
    initial = wrappedValue
  }

  /// The value now.
  public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }

  /// A reference with which other views read and write the value.
  public var projectedValue: Binding<Value> {
    let box = box
    return Binding(get: { box.value }, set: { box.value = $0 })
  }

  private var box: StateBox<Value> {
    if let box = link.box { return box }
    let box = StateBox(initial())
    link.box = box
    return box
  }

  package func link(slot: Int, in context: ViewContext) {
    let box = context.identity.object(inSlot: slot) { StateBox(initial()) }
    box.host = context.host
    link.box = box
  }
}

/// The reference from a ``State`` property to its stored value, set before the view's `body` is read.
private final class StateLink<Value> {
  var box: StateBox<Value>?
}

/// The stored value of a ``State`` property, kept at the view's identity; a change redraws the screen.
private final class StateBox<Value> {
  weak var host: ViewHost?
  var value: Value {
    didSet { host?.setNeedsDisplay() }
  }

  init(_ value: Value) {
    self.value = value
  }
}

/// A way to read and write a value that lives elsewhere.
///
/// `$model.name` is one to a part of the value, or to a property of the object that the value is.
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  /// A binding that reads with `get` and writes with `set`.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// A binding that always reads `value` and ignores writes.
  public static func constant(_ value: Value) -> Binding {
    Binding(get: { value }, set: { _ in })
  }

  /// A binding to a property of a model object.
  public init<Model: AnyObject>(
    _ model: Model,
    _ property: ReferenceWritableKeyPath<Model, Value>
  ) {
    self.init(get: { model[keyPath: property] }, set: { model[keyPath: property] = $0 })
  }

  /// The value now.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// A binding to a part of the value.
  public subscript<Part>(dynamicMember path: WritableKeyPath<Value, Part>) -> Binding<Part> {
    Binding<Part>(
      get: { wrappedValue[keyPath: path] },
      set: { part in
        var value = wrappedValue
        value[keyPath: path] = part
        // An object has been changed by that, and stays the same.
        if !(path is ReferenceWritableKeyPath<Value, Part>) { wrappedValue = value }
      }
    )
  }

  /// The binding itself.
  public var projectedValue: Binding { self }
}
