import Terminal

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
