import Terminal

/// A frame with a title around a view that stands in front of others.
public struct Panel: PrimitiveView {
  private let title: String
  private let content: AnyContent

  /// A frame around `content`.
  public init<Content: View>(_ title: String = "", @ViewBuilder content: () -> Content) {
    self.title = title
    self.content = AnyContent(content())
  }

  /// Makes the nodes `view` is drawn with.
  public static func makeNodes(
    _ view: Self,
    in context: ViewContext,
    into nodes: inout [Node]
  ) {
    let node = context.child(0).node(of: view.content)
    nodes.append(PanelNode(title: view.title, context: context, child: node))
  }
}

private final class PanelNode: Node {
  private let title: String
  private let style: Style
  private let lineStyle: Style

  init(title: String, context: ViewContext, child: Node) {
    self.title = title
    style = context.style
    lineStyle = context.style.overlaid(with: context.palette[.dim])
    super.init(children: [child])
  }

  private static let insets = Insets(top: 1, left: 2, bottom: 1, right: 2)

  override func isRigid(_ axis: Axis) -> Bool { false }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    let inner = children[0].measure(
      Proposal(
        width: proposal.width.map { max(0, $0 - 4) },
        height: proposal.height.map { max(0, $0 - 2) }
      )
    )
    let titled = title.isEmpty ? 0 : DisplayText.cells(DisplayText.visible(title)) + 6
    return Size(width: max(inner.width + 4, titled), height: inner.height + 2)
  }

  override func placeChildren() {
    children[0].place(frame.inset(by: Self.insets))
  }

  override func draw(on canvas: inout Canvas) {
    canvas.fill(frame, style: style)
    let right = frame.maxX - 1
    let bottom = frame.maxY - 1
    let across = Rect(x: frame.minX, y: frame.minY, width: frame.width, height: 1)
    let down = Rect(x: frame.minX, y: frame.minY, width: 1, height: frame.height)
    canvas.fill(across, with: "─", style: lineStyle)
    canvas.fill(across.offset(y: frame.height - 1), with: "─", style: lineStyle)
    canvas.fill(down, with: "│", style: lineStyle)
    canvas.fill(down.offset(x: frame.width - 1), with: "│", style: lineStyle)
    let corners: [(Int, Int, String)] = [
      (frame.minX, frame.minY, "┌"), (right, frame.minY, "┐"), (frame.minX, bottom, "└"),
      (right, bottom, "┘"),
    ]
    for (x, y, corner) in corners { canvas.write(corner, x: x, y: y, style: lineStyle) }
    if !title.isEmpty {
      canvas.write(
        " \(title) ",
        x: frame.minX + 2,
        y: frame.minY,
        width: frame.width - 4,
        style: style
      )
    }
    canvas.clipped(to: frame.inset(x: 1, y: 1)) { drawChildren(on: &$0) }
  }
}
