import Terminal

/// A flexible empty view that takes the free space of a stack and so pushes its neighbours apart.
public struct Spacer: NodeView {
  private let minLength: Int

  /// A spacer that takes at least `minLength` cells.
  public init(minLength: Int = 0) {
    self.minLength = minLength
  }

  /// The node the view is drawn with.
  package func node(in context: ViewContext) -> Node {
    SpacerNode(minLength: minLength)
  }
}

/// The node of a ``Spacer``: stretches along the axis of the stack that contains it.
private final class SpacerNode: Node {
  private let minLength: Int

  init(minLength: Int) {
    self.minLength = minLength
    super.init()
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
