import Terminal

/// A line drawn after all other nodes are placed, because its content depends on them: the title line or the key line.
final class DeferredLineNode: ContextNode {
  private let paint: (inout Canvas, DeferredLineNode) -> Void
  /// The handler of a mouse press at a column; returns whether it used the press.
  private let press: (Int, DeferredLineNode) -> Bool
  /// Whether it tells of what stands in front, wherever the line itself is.
  let isOfFront: Bool

  init(
    _ context: ViewContext,
    isOfFront: Bool = false,
    paint: @escaping (inout Canvas, DeferredLineNode) -> Void,
    press: @escaping (Int, DeferredLineNode) -> Bool = { _, _ in false }
  ) {
    (self.paint, self.press, self.isOfFront) = (paint, press, isOfFront)
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
