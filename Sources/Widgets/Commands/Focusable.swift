import Terminal

/// The node of `focusable`: makes its child focusable and highlights it while it has the focus.
final class FocusableNode: ContextNode {
  private let isDefault: Bool
  private let highlights: Bool

  init(_ child: Node, isDefault: Bool, highlights: Bool, in context: ViewContext) {
    self.isDefault = isDefault
    self.highlights = highlights
    super.init(context, children: [child])
  }

  override var focusIdentity: Identity? { identity }
  override var prefersDefaultFocus: Bool { isDefault }

  override func draw(on canvas: inout Canvas) {
    drawChildren(on: &canvas)
    if highlights, canvas.isFocused(identity) { canvas.shade(frame, palette[.cursor]) }
  }
}

/// The node of a focusable row: it leaves a gutter before its child and draws a mark there while it has the focus.
final class FocusRowNode: ContextNode {
  private let isDefault: Bool
  private let onFocus: () -> Void

  private static let gutter = 2

  init(_ child: Node, isDefault: Bool, onFocus: @escaping () -> Void, in context: ViewContext) {
    self.isDefault = isDefault
    self.onFocus = onFocus
    super.init(context, children: [child])
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
    canvas.shade(frame, palette[.cursor])
  }
}

extension View {
  /// Lets the view take the focus; its room is drawn in the `cursor` style while it has it, if `highlights`.
  public func focusable(default isDefault: Bool = false, highlights: Bool = true) -> some View {
    wrapped { FocusableNode($0, isDefault: isDefault, highlights: highlights, in: $1) }
  }

  /// Lets the view take the focus as a row over the whole width: `›` before it, and shaded, while it has it.
  ///
  /// `onFocus` is called with each frame in which it has the focus: to remember it.
  public func focusableRow(
    default isDefault: Bool = false,
    onFocus: @escaping () -> Void = {}
  ) -> some View {
    wrapped { FocusRowNode($0, isDefault: isDefault, onFocus: onFocus, in: $1) }
  }
}
