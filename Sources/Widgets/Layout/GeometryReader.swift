import RuleEnvironment
public import Terminal

/// Content that depends on the room there is; takes all the room it is offered.
public struct GeometryReader: PrimitiveView {
  private let content: (Size) -> AnyContent

  /// Content made for the size of the room.
  public init<Content: View>(@ViewBuilder content: @escaping (Size) -> Content) {
    self.content = { AnyContent(content($0)) }
  }

  /// Makes the nodes `view` is drawn with.
  public static func makeNodes(
    _ view: Self,
    in context: ViewContext,
    into nodes: inout [Node]
  ) {
    nodes.append(
      GeometryNode { size in
        EnvironmentValues.$current.withValue(context.environment) {
          context.child(0).node(of: view.content(size))
        }
      }
    )
  }
}

private final class GeometryNode: Node {
  private let make: (Size) -> Node

  init(make: @escaping (Size) -> Node) {
    self.make = make
    super.init(children: [])
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
