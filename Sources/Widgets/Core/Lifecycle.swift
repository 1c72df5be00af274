import RuleEnvironment

extension View {
  /// Runs `action` after the first frame that shows the view.
  public func onAppear(_ action: @escaping () -> Void) -> some View {
    LifecycleView(content: AnyContent(self), appear: action)
  }

  /// Runs `action` when the view has left the screen.
  public func onDisappear(_ action: @escaping () -> Void) -> some View {
    LifecycleView(content: AnyContent(self), disappear: action)
  }

  /// Runs `action` from the first frame on; it is cancelled when the view leaves.
  public func task(_ action: @escaping () async -> Void) -> some View {
    task(id: 0, action)
  }

  /// Runs `action` from the first frame on and anew when `id` changes; the one before is cancelled.
  public func task(id: some Hashable, _ action: @escaping () async -> Void) -> some View {
    LifecycleView(content: AnyContent(self), taskID: AnyID(id), task: action)
  }

  /// Runs `action` with the new value after a frame in which `value` differs from the frame before.
  public func onChange<Value: Equatable>(
    of value: Value,
    _ action: @escaping (Value) -> Void
  ) -> some View {
    ChangeView(content: AnyContent(self), value: value, action: action)
  }
}

/// The view made by `onAppear`, `onDisappear` and `task`: its content and the callbacks to run.
private struct LifecycleView: PrimitiveView {
  let content: AnyContent
  var appear: (() -> Void)?
  var disappear: (() -> Void)?
  var taskID: AnyID?
  var task: (() async -> Void)?

  func makeNodes(in context: ViewContext, into nodes: inout [Node]) {
    let appearance = context.identity.object { Appearance() }
    appearance.update(self, in: context)
    content.makeNodes(context.child(0), &nodes)
  }
}

/// The record of a view's lifecycle: whether `appear` has run, the `disappear` callback, and the running task with its id.
private final class Appearance: Dismantlable {
  private var hasAppeared = false
  private var disappear: (() -> Void)?
  private var environment = EnvironmentValues()
  private var taskID: AnyID?
  private var task: Task<Void, Never>?

  func update(_ view: LifecycleView, in context: ViewContext) {
    disappear = view.disappear
    environment = context.environment
    if !hasAppeared, let appear = view.appear {
      let environment = environment
      context.host.whenDrawn { EnvironmentValues.$current.withValue(environment) { appear() } }
    }
    hasAppeared = true
    guard let action = view.task, let id = view.taskID, id != taskID else { return }
    taskID = id
    context.host.whenDrawn { [weak self] in self?.start(action) }
  }

  private func start(_ action: @escaping () async -> Void) {
    task?.cancel()
    task = EnvironmentValues.$current.withValue(environment) {
      // At once up to where it first waits, so that the code after it sees what it has begun.
      Task.immediate { await action() }
    }
  }

  func dismantle() {
    task?.cancel()
    task = nil
    taskID = nil
    guard let disappear else { return }
    EnvironmentValues.$current.withValue(environment) { disappear() }
  }
}

/// The view made by `onChange(of:)`: runs an action after a frame in which the value differs from the previous frame.
private struct ChangeView<Value: Equatable>: PrimitiveView {
  let content: AnyContent
  let value: Value
  let action: (Value) -> Void

  func makeNodes(in context: ViewContext, into nodes: inout [Node]) {
    let last = context.identity.object { LastValue(value) }
    if last.value != value {
      last.value = value
      let environment = context.environment
      context.host.whenDrawn {
        EnvironmentValues.$current.withValue(environment) { action(value) }
      }
    }
    content.makeNodes(context.child(0), &nodes)
  }
}

/// The value of an `onChange(of:)` in the previous frame, kept at the view's identity.
private final class LastValue<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
