import Terminal

/// A line between views: across in a column, down in a row of views.
public struct Divider: NodeView {
  /// A faint line.
  public init() {}

  /// The node the view is drawn with.
  package func node(in context: ViewContext) -> Node { DividerNode(context) }
}

/// The node of a ``Divider``: draws a line across the stack that contains it.
private final class DividerNode: ContextNode {
  /// Whether the line goes down.
  private var isUpright: Bool { (parent as? StackNode)?.axis == .horizontal }

  override func isRigid(_ axis: Axis) -> Bool { (axis == .horizontal) == isUpright }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    isUpright
      ? Size(width: 1, height: proposal.height ?? 1)
      : Size(width: proposal.width ?? 1, height: 1)
  }

  override func draw(on canvas: inout Canvas) {
    canvas.fill(frame, with: isUpright ? "│" : "─", style: style(of: .dim))
  }
}

extension View {
  /// Draws a faint line around the view, with a title in its upper edge.
  public func border(_ title: String = "") -> some View {
    wrapped { BorderNode(title, $0, in: $1) }
  }
}

/// The node of `border`: draws a frame with a title around its child.
private final class BorderNode: ContextNode {
  private let title: String
  private static let insets = Insets(top: 1, left: 1, bottom: 1, right: 1)

  init(_ title: String, _ child: Node, in context: ViewContext) {
    self.title = title
    super.init(context, children: [child])
  }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    var size = children[0].measure(proposal.inset(by: Self.insets)).outset(by: Self.insets)
    if !title.isEmpty {
      let titled = DisplayText.cells(DisplayText.visible(title)) + 6
      size.width = max(size.width, min(titled, proposal.width ?? titled))
    }
    return size
  }

  override func placeChildren() { children[0].place(frame.inset(by: Self.insets)) }

  override func draw(on canvas: inout Canvas) {
    canvas.drawFrame(frame, title: title, style: style, lineStyle: style(of: .dim))
    canvas.clipped(to: frame.inset(by: Self.insets)) { drawChildren(on: &$0) }
  }
}

extension View {
  /// Draws a line around the view, whose first line is the upper edge, with keys of its last focusable view in the lower one.
  ///
  /// `keys` are the commands to tell the keys of, as far as they can run; a click runs one. For `nil` there is no line.
  package func box(keys: [CommandDefinition]?) -> some View {
    wrapped { BoxNode(keys, $0, in: $1) }
  }
}

/// The node of `box`: draws a frame through the first line of its child, and keys in the lower edge.
private final class BoxNode: ContextNode {
  private let keys: [CommandDefinition]?
  private var insets: Insets { keys == nil ? Insets() : Insets(left: 1, bottom: 1, right: 1) }

  init(_ keys: [CommandDefinition]?, _ child: Node, in context: ViewContext) {
    self.keys = keys
    super.init(context, children: [child])
  }

  override func isRigid(_ axis: Axis) -> Bool { children[0].isRigid(axis) }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    children[0].measure(proposal.inset(by: insets)).outset(by: insets)
  }

  override func placeChildren() { children[0].place(frame.inset(by: insets)) }

  override func draw(on canvas: inout Canvas) {
    if keys != nil {
      canvas.drawFrame(frame, title: "", style: style, lineStyle: style(of: .dim))
      if canvas.shows(lowerEdge) { drawKeys(on: &canvas) }
    }
    canvas.clipped(to: frame.inset(by: insets)) { drawChildren(on: &$0) }
  }

  private var lowerEdge: Rect {
    Rect(x: frame.minX + 2, y: frame.maxY - 1, width: frame.width - 4, height: 1)
  }

  /// The keys that fit, each with its place in the lower edge.
  private var entries: [(entry: KeyLine.Entry, x: Int)] {
    guard let target = children[0].lastFocusable else { return [] }
    let active = host.activeCommands(from: target, to: self)
    let shown = (keys ?? []).compactMap { key in
      active.first { $0.command.definition.name == key.name }
    }
    var x = lowerEdge.minX + 1
    return KeyLine.entries(of: shown, on: host, width: lowerEdge.width - 2).map { entry in
      defer { x += entry.cells + 2 }
      return (entry, x)
    }
  }

  private func drawKeys(on canvas: inout Canvas) {
    let isFocused = containsFocus(canvas)
    let text = style(of: .dim)
    for (entry, x) in entries {
      let key = isFocused ? style(of: .key) : text
      canvas.write(" \(entry.symbol) ", x: x - 1, y: lowerEdge.minY, style: key)
      canvas.write(
        entry.title + " ",
        x: x + DisplayText.cells(entry.symbol) + 1,
        y: lowerEdge.minY,
        style: isFocused ? style : text
      )
    }
  }

  override func handle(_ event: TerminalEvent, in context: CommandContext) -> Bool {
    guard keys != nil, case .mouse(let mouse) = event, mouse.action == .press(.left),
      mouse.position.y == lowerEdge.minY, let target = children[0].lastFocusable,
      let pressed = entries.first(where: { $0.x..<($0.x + $0.entry.cells) ~= mouse.position.x })
    else { return false }
    host.focus.point(to: target.focusIdentity)
    host.handle(.key(pressed.entry.key))
    return true
  }
}

extension Node {
  /// The last view in this one that takes the focus.
  fileprivate var lastFocusable: Node? {
    for child in children.reversed() { if let found = child.lastFocusable { return found } }
    return focusIdentity == nil ? nil : self
  }
}

extension Canvas {
  /// Draws lines along the edges of `frame`, with a title in the upper one.
  mutating func drawFrame(_ frame: Rect, title: String, style: Style, lineStyle: Style) {
    let right = frame.maxX - 1
    let bottom = frame.maxY - 1
    let across = Rect(x: frame.minX, y: frame.minY, width: frame.width, height: 1)
    let down = Rect(x: frame.minX, y: frame.minY, width: 1, height: frame.height)
    fill(across, with: "─", style: lineStyle)
    fill(across.offset(y: frame.height - 1), with: "─", style: lineStyle)
    fill(down, with: "│", style: lineStyle)
    fill(down.offset(x: frame.width - 1), with: "│", style: lineStyle)
    let corners: [(Int, Int, String)] = [
      (frame.minX, frame.minY, "┌"), (right, frame.minY, "┐"), (frame.minX, bottom, "└"),
      (right, bottom, "┘"),
    ]
    for (x, y, corner) in corners { write(corner, x: x, y: y, style: lineStyle) }
    guard !title.isEmpty else { return }
    write(" \(title) ", x: frame.minX + 2, y: frame.minY, width: frame.width - 4, style: style)
  }
}
