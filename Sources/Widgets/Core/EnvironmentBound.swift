public import RuleEnvironment

/// A model object that lives with the view's identity and reads the view's environment.
///
/// Made when the view appears, bound at each evaluation whose scope differs, and unbound when the view leaves.
@propertyWrapper
public struct EnvironmentBound<Model: EnvironmentBindable>: DynamicProperty {
  private let make: () -> Model
  private let includeChildren: Bool
  private let link = BoundLink<Model>()

  /// A model made by `wrappedValue` when the view appears; the bindable objects that it holds are bound too where that is
  /// asked for.
  public init(wrappedValue: @autoclosure @escaping () -> Model, includeChildren: Bool = false) {
    make = wrappedValue
    self.includeChildren = includeChildren
  }

  /// The model; unbound while the view is not on the screen.
  public var wrappedValue: Model {
    if let model = link.model { return model }
    let model = make()
    link.model = model
    return model
  }

  /// `$model.name` is a binding to a property of the model.
  public var projectedValue: Binding<Model> {
    let model = wrappedValue
    return .constant(model)
  }

  package func link(slot: Int, in context: ViewContext) {
    let kept = context.identity.object(inSlot: slot) { BoundModels([make()]) }
    link.model = kept.models.first as? Model
    _ = kept.bind(to: context.environment, includeChildren: includeChildren)
  }
}

/// The reference from an ``EnvironmentBound`` property to its model, set before the view's `body` is read.
///
/// A class, so that linking can set it in an immutable view.
private final class BoundLink<Model> {
  var model: Model?
}

/// The model objects of a view's ``EnvironmentBound`` properties, bound to its environment until the view leaves the screen.
private final class BoundModels: Dismantlable {
  private(set) var models: [any EnvironmentBindable]
  private var scope: EnvironmentValues?

  init(_ models: [any EnvironmentBindable]) {
    self.models = models
  }

  func replace(_ new: [any EnvironmentBindable]) {
    guard !new.elementsEqual(models, by: { $0 === $1 }) else { return }
    for model in models where !new.contains(where: { $0 === model }) { model.unbindEnvironment() }
    models = new
    scope = nil
  }

  /// Binds the models; `false` when they are bound to the scope already.
  func bind(to environment: EnvironmentValues, includeChildren: Bool) -> Bool {
    if let scope, scope.isIdentical(to: environment) { return false }
    scope = environment
    for model in models {
      model.bindEnvironment(environment, includeChildren: includeChildren)
    }
    return true
  }

  func dismantle() {
    for model in models { model.unbindEnvironment(includeChildren: true) }
    scope = nil
  }
}

extension View {
  /// Binds `model` to the scope of this view as long as it is on the screen.
  public func bindEnvironment(
    to model: any EnvironmentBindable,
    includeChildren: Bool = false
  ) -> some View {
    bindEnvironments(to: [model], includeChildren: includeChildren)
  }

  /// Binds `models` to the scope of this view as long as it is on the screen.
  public func bindEnvironments(
    to models: [any EnvironmentBindable],
    includeChildren: Bool = false
  ) -> some View {
    BindingView(content: AnyContent(self), models: models, includeChildren: includeChildren)
  }
}

/// The view made by `bindEnvironment(to:)`, which lets model objects read their `@Environment` properties from its scope.
///
/// The models are bound while the view is on the screen, and unbound when it leaves.
private struct BindingView: PrimitiveView {
  let content: AnyContent
  let models: [any EnvironmentBindable]
  let includeChildren: Bool

  func makeNodes(in context: ViewContext, into nodes: inout [Node]) {
    let bound = context.identity.object { BoundModels(models) }
    bound.replace(models)
    if bound.bind(to: context.environment, includeChildren: includeChildren) {
      // What stands in the view was made before, of what the models held then.
      context.host.repeatFrame()
    }
    content.makeNodes(context.child(0), &nodes)
  }
}
