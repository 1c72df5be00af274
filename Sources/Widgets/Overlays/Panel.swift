import Terminal

/// A frame with a title around a view that stands in front of others.
public struct Panel: NodeView {
  private let title: String
  private let content: AnyContent

  /// A frame around `content`.
  public init<Content: View>(_ title: String = "", @ViewBuilder content: () -> Content) {
    self.title = title
    self.content = AnyContent(content())
  }

  /// The node the view is drawn with.
  package func node(in context: ViewContext) -> Node {
    PanelNode(title, context.child(0).node(of: content), in: context)
  }
}

private final class PanelNode: ContextNode {
  private let title: String
  /// The lines of the title where there is no frame to hold it; `nil` with a frame.
  private let titleLines: [String]?

  init(_ title: String, _ content: Node, in context: ViewContext) {
    self.title = title
    let screen = context.host.size
    titleLines =
      !CompactLayout.isTight(screen)
      ? nil
      : title.isEmpty
        ? []
        : Array(DisplayText.wrapped(title, width: screen.width).prefix(max(0, screen.height - 1)))
    super.init(context, children: [content])
  }

  private var insets: Insets {
    titleLines.map { Insets(top: $0.count, left: 0, bottom: 0, right: 0) }
      ?? Insets(top: 1, left: 2, bottom: 1, right: 2)
  }

  override func isRigid(_ axis: Axis) -> Bool { false }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    // Without a frame nothing of what lies behind may be taken for a part of it.
    if titleLines != nil, let width = proposal.width, let height = proposal.height {
      return Size(width: width, height: height)
    }
    let size = children[0].measure(proposal.inset(by: insets)).outset(by: insets)
    let titled =
      titleLines.map { $0.reduce(0) { max($0, DisplayText.cells($1)) } }
      ?? (title.isEmpty ? 0 : DisplayText.cells(DisplayText.visible(title)) + 6)
    return Size(width: max(size.width, titled), height: size.height)
  }

  override func placeChildren() {
    children[0].place(frame.inset(by: insets))
  }

  override func draw(on canvas: inout Canvas) {
    canvas.fill(frame, style: style)
    if let titleLines {
      for (row, line) in titleLines.enumerated() {
        canvas.write(line, x: frame.minX, y: frame.minY + row, width: frame.width, style: style)
      }
      return canvas.clipped(to: frame) { drawChildren(on: &$0) }
    }
    canvas.drawFrame(frame, title: title, style: style, lineStyle: style(of: .dim))
    canvas.clipped(to: frame.inset(x: 1, y: 1)) { drawChildren(on: &$0) }
  }
}
