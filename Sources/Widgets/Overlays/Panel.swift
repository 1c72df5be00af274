import Terminal

/// A frame with a title around a view that stands in front of others.
public struct Panel: NodeView {
  private let title: String
  private let content: AnyContent
  private var tellsKeys = true

  /// A frame around `content`.
  public init<Content: View>(_ title: String = "", @ViewBuilder content: () -> Content) {
    self.title = title
    self.content = AnyContent(content())
  }

  /// Leaves out the keys on a screen without room for a frame: the content tells them.
  func withoutKeys() -> Panel {
    var panel = self
    panel.tellsKeys = false
    return panel
  }

  /// The node the view is drawn with.
  package func node(in context: ViewContext) -> Node {
    let keys = tellsKeys ? context.child(1).node(of: AnyContent(KeyLine())) : nil
    return PanelNode(title, context.child(0).node(of: content), keys: keys, in: context)
  }
}

/// The node of a ``Panel``: draws a titled frame around its content, or on small screens only the title, and the keys below.
private final class PanelNode: ContextNode {
  private let title: String
  /// The lines of the title where there is no frame to hold it; `nil` with a frame.
  private let titleLines: [String]?

  init(_ title: String, _ content: Node, keys: Node?, in context: ViewContext) {
    self.title = title
    let screen = context.host.size
    titleLines =
      !CompactLayout.isTight(screen)
      ? nil
      : title.isEmpty
        ? []
        : Array(DisplayText.wrapped(title, width: screen.width).prefix(max(0, screen.height - 1)))
    // The key line behind is covered; three lines stay for the content.
    let hasKeys = titleLines.map { screen.height - $0.count > 3 } ?? false
    super.init(context, children: [content] + (hasKeys ? [keys].compactMap(\.self) : []))
  }

  private var insets: Insets {
    titleLines.map { Insets(top: $0.count, left: 0, bottom: children.count - 1, right: 0) }
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
    for keys in children.dropFirst() { keys.place(frame.split(1, from: .bottom).part) }
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
