import Terminal

/// A line that is drawn when everything else is placed: it shows what the host knows by then.
final class HostLineNode: ContextNode {
  private let paint: (inout Canvas, HostLineNode) -> Void

  init(_ context: ViewContext, paint: @escaping (inout Canvas, HostLineNode) -> Void) {
    self.paint = paint
    super.init(context)
  }

  override func isRigid(_ axis: Axis) -> Bool { axis == .vertical }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    Size(width: proposal.width ?? 0, height: 1)
  }

  override func draw(on canvas: inout Canvas) {
    canvas.clipped(to: frame) { paint(&$0, self) }
  }
}
