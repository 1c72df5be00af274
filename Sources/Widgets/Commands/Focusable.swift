import Terminal

/// A child that can take the focus.
final class FocusableNode: Node {
  private let identity: Identity
  private let isDefault: Bool
  private let style: Style?

  init(identity: Identity, isDefault: Bool, style: Style?, child: Node) {
    self.identity = identity
    self.isDefault = isDefault
    self.style = style
    super.init(children: [child])
  }

  override var focusIdentity: Identity? { identity }
  override var prefersDefaultFocus: Bool { isDefault }

  override func draw(on canvas: inout Canvas) {
    drawChildren(on: &canvas)
    if let style, canvas.isFocused(identity) { canvas.restyle(frame, style) }
  }
}

/// A child that can take the focus, with a mark before it while it has it.
final class FocusRowNode: Node {
  private let identity: Identity
  private let isDefault: Bool
  private let onFocus: () -> Void
  private let style: Style
  private let highlight: Style

  private static let gutter = 2

  init(context: ViewContext, isDefault: Bool, onFocus: @escaping () -> Void, child: Node) {
    identity = context.identity
    self.isDefault = isDefault
    self.onFocus = onFocus
    style = context.style
    highlight = context.palette[.cursor]
    super.init(children: [child])
  }

  override var focusIdentity: Identity? { identity }
  override var prefersDefaultFocus: Bool { isDefault }

  override func isRigid(_ axis: Axis) -> Bool {
    axis == .vertical && children[0].isRigid(.vertical)
  }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    let inner = Proposal(
      width: proposal.width.map { max(0, $0 - Self.gutter) },
      height: proposal.height
    )
    let size = children[0].measure(inner)
    return Size(width: proposal.width ?? size.width + Self.gutter, height: size.height)
  }

  override func placeChildren() {
    children[0].place(frame.inset(by: Insets(left: Self.gutter)))
  }

  override func draw(on canvas: inout Canvas) {
    drawChildren(on: &canvas)
    guard canvas.isFocused(identity) else { return }
    onFocus()
    canvas.write("›", x: frame.minX, y: frame.minY, style: style)
    canvas.restyle(frame, highlight)
  }
}

extension View {
  /// Lets the view take the focus; its room is drawn in the `cursor` style while it has it, if `highlights`.
  public func focusable(default isDefault: Bool = false, highlights: Bool = true) -> some View {
    wrapped { node, context in
      FocusableNode(
        identity: context.identity,
        isDefault: isDefault,
        style: highlights ? context.palette[.cursor] : nil,
        child: node
      )
    }
  }

  /// Lets the view take the focus as a row over the whole width: `›` before it, and reversed, while it has it.
  ///
  /// `onFocus` is called with each frame in which it has the focus: to remember it.
  public func focusableRow(
    default isDefault: Bool = false,
    onFocus: @escaping () -> Void = {}
  ) -> some View {
    wrapped { node, context in
      FocusRowNode(context: context, isDefault: isDefault, onFocus: onFocus, child: node)
    }
  }
}
