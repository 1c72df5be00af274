import Terminal

/// A line drawn after all other nodes are placed, because its content depends on them: the title line or the key line.
final class DeferredLineNode: ContextNode {
  /// The shade of the line.
  private let ground: Role
  private let paint: (inout Canvas, DeferredLineNode) -> Void
  /// The handler of a mouse press at a column; returns whether it used the press.
  private let press: (Int, DeferredLineNode, CommandContext) -> Bool
  /// Whether it tells of what stands in front, wherever the line itself is.
  let isOfFront: Bool

  init(
    _ context: ViewContext,
    ground: Role = .bar,
    isOfFront: Bool = false,
    paint: @escaping (inout Canvas, DeferredLineNode) -> Void,
    press: @escaping (Int, DeferredLineNode, CommandContext) -> Bool
  ) {
    (self.ground, self.paint, self.press, self.isOfFront) = (ground, paint, press, isOfFront)
    super.init(context)
  }

  override func isRigid(_ axis: Axis) -> Bool { axis == .vertical }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    Size(width: proposal.width ?? 0, height: 1)
  }

  override func draw(on canvas: inout Canvas) {
    canvas.clipped(to: frame) {
      paint(&$0, self)
      $0.shade(frame, palette[ground])
    }
  }

  override func handle(_ event: TerminalEvent, in context: CommandContext) -> Bool {
    guard case .mouse(let mouse) = event, mouse.action == .press(.left) else { return false }
    return press(mouse.position.x, self, context)
  }
}
