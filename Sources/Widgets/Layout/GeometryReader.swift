import RuleEnvironment
public import Terminal

/// Content that depends on the room there is; takes all the room it is offered.
public struct GeometryReader: NodeView {
  private let content: (Size) -> AnyContent

  /// Content made for the size of the room.
  public init<Content: View>(@ViewBuilder content: @escaping (Size) -> Content) {
    self.content = { AnyContent(content($0)) }
  }

  /// The node the view is drawn with.
  package func node(in context: ViewContext) -> Node {
    GeometryNode { size in
      EnvironmentValues.$current.withValue(context.environment) {
        context.child(0).node(of: content(size))
      }
    }
  }
}

/// The node of a ``GeometryReader``: makes its content when it is placed, because the content depends on the size.
private final class GeometryNode: Node {
  private let make: (Size) -> Node

  init(make: @escaping (Size) -> Node) {
    self.make = make
    super.init()
  }

  override func isRigid(_ axis: Axis) -> Bool { false }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    Size(width: proposal.width ?? 0, height: proposal.height ?? 0)
  }

  override func placeChildren() {
    // A second placing in one frame comes from scrolling: the room is the same.
    if children.isEmpty { adopt([make(frame.size)]) }
    for child in children { child.place(frame) }
  }
}
