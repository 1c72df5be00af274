import Terminal

/// Room that gives way: pushes its neighbours apart.
public struct Spacer: PrimitiveView {
  private let minLength: Int

  /// A spacer that takes at least `minLength` cells.
  public init(minLength: Int = 0) {
    self.minLength = minLength
  }

  /// Makes the nodes `view` is drawn with.
  public static func makeNodes(
    _ view: Self,
    in context: ViewContext,
    into nodes: inout [Node]
  ) {
    nodes.append(SpacerNode(minLength: view.minLength))
  }
}

private final class SpacerNode: Node {
  private let minLength: Int

  init(minLength: Int) {
    self.minLength = minLength
    super.init(children: [])
  }

  /// Stretches along the stack's axis only: the cross offer is the same whatever the stack asks.
  override func sizeThatFits(_ proposal: Proposal) -> Size {
    switch parent {
    case let stack as StackNode:
      Size(
        axis: stack.axis,
        main: max(minLength, proposal.main(stack.axis) ?? minLength),
        cross: 0
      )
    default:
      Size(width: proposal.width ?? minLength, height: proposal.height ?? minLength)
    }
  }

  override var layoutPriority: Int { -1 }
}

/// A line across the stack it stands in.
public struct Divider: PrimitiveView {
  private let axis: Axis
  private let title: String?

  /// A horizontal line, or a vertical one; a horizontal one may carry a title: `── views ──`.
  public init(_ axis: Axis = .horizontal, title: String? = nil) {
    self.axis = axis
    self.title = title
  }

  /// Makes the nodes `view` is drawn with.
  public static func makeNodes(
    _ view: Self,
    in context: ViewContext,
    into nodes: inout [Node]
  ) {
    let style = context.style.overlaid(with: context.palette[.dim])
    nodes.append(DividerNode(axis: view.axis, title: view.title, style: style))
  }
}

private final class DividerNode: Node {
  private let axis: Axis
  private let title: String?
  private let style: Style

  init(axis: Axis, title: String?, style: Style) {
    self.axis = axis
    self.title = title
    self.style = style
    super.init(children: [])
  }

  override func isRigid(_ axis: Axis) -> Bool { axis != self.axis }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    switch axis {
    case .horizontal: Size(width: proposal.width ?? 1, height: 1)
    case .vertical: Size(width: 1, height: proposal.height ?? 1)
    }
  }

  override func draw(on canvas: inout Canvas) {
    canvas.fill(frame, with: axis == .horizontal ? "─" : "│", style: style)
    guard axis == .horizontal, let title else { return }
    canvas.write(
      " \(title) ",
      x: frame.minX + 2,
      y: frame.minY,
      width: frame.width - 2,
      style: style
    )
  }
}
