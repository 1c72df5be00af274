import Terminal

/// A line that is drawn when everything else is placed: it shows what the host knows by then.
final class HostLineNode: ContextNode {
  private let paint: (inout Canvas, HostLineNode) -> Void
  /// What a press of the mouse at a column does; whether it does something.
  private let press: (Int, HostLineNode) -> Bool

  init(
    _ context: ViewContext,
    paint: @escaping (inout Canvas, HostLineNode) -> Void,
    press: @escaping (Int, HostLineNode) -> Bool = { _, _ in false }
  ) {
    (self.paint, self.press) = (paint, press)
    super.init(context)
  }

  override func isRigid(_ axis: Axis) -> Bool { axis == .vertical }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    Size(width: proposal.width ?? 0, height: 1)
  }

  override func draw(on canvas: inout Canvas) {
    canvas.clipped(to: frame) { paint(&$0, self) }
  }

  override func handle(_ event: TerminalEvent, in context: CommandContext) -> Bool {
    guard case .mouse(let mouse) = event, mouse.action == .press(.left) else { return false }
    return press(mouse.position.x, self)
  }
}
