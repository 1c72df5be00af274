import RuleEnvironment

extension View {
  /// Shows `content` in front of everything while `isPresented`; Esc makes it false.
  public func modal<Content: View>(
    isPresented: Binding<Bool>,
    _ placement: ModalPlacement = .center,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    ModalView(
      presenter: AnyContent(self),
      isPresented: isPresented,
      placement: placement
    ) { AnyView(content()) }
  }
}

private struct ModalView: PrimitiveView {
  let presenter: AnyContent
  let isPresented: Binding<Bool>
  let placement: ModalPlacement
  let content: () -> AnyView

  static func makeNodes(_ view: Self, in context: ViewContext, into nodes: inout [Node]) {
    view.presenter.makeNodes(context.child(0), &nodes)
    let kept = context.identity.object { DeclaredModal() }
    guard view.isPresented.wrappedValue else {
      kept.modal = nil
      return
    }
    let content = EnvironmentValues.$current.withValue(context.environment) {
      view.content()
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
