import RuleEnvironment

extension View {
  /// Shows `content` in front of everything while `isPresented`; Esc makes it false.
  public func modal<Content: View>(
    isPresented: Binding<Bool>,
    _ placement: ModalPlacement = .center,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    ModalView(presenter: self, isPresented: isPresented, placement: placement, content: content)
  }
}

private struct ModalView<Presenter: View, Content: View>: PrimitiveView {
  let presenter: Presenter
  let isPresented: Binding<Bool>
  let placement: ModalPlacement
  let content: () -> Content

  static func makeNodes(_ view: Self, in context: ViewContext, into nodes: inout [Node]) {
    Presenter.makeNodes(view.presenter, in: context.child(0), into: &nodes)
    let kept = context.identity.object { DeclaredModal() }
    guard view.isPresented.wrappedValue else {
      kept.modal = nil
      return
    }
    let content = EnvironmentValues.$current.withValue(context.environment) {
      AnyView(view.content())
    }
    let modal =
      kept.modal
      ?? Modal(placement: view.placement, isDeclared: true) {
        view.isPresented.wrappedValue = false
      }
    modal.environment = context.environment
    modal.content = content
    kept.modal = modal
    context.host.declare(modal)
  }
}

private final class DeclaredModal {
  var modal: Modal?
}
