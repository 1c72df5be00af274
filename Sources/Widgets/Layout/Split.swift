import Terminal

/// Two views beside each other with a line between them: a list and its detail.
///
/// When there is no room for both, the leading one has all of it.
public struct Split: NodeView {
  private let fraction: Double
  private let minLeading: Int
  private let minTrailing: Int
  private let leading: AnyContent
  private let trailing: AnyContent

  /// A split in which the leading view has `fraction` of the room, and both their least width.
  public init<Leading: View, Trailing: View>(
    fraction: Double = 0.6,
    minLeading: Int = 20,
    minTrailing: Int = 20,
    @ViewBuilder leading: () -> Leading,
    @ViewBuilder trailing: () -> Trailing
  ) {
    self.fraction = min(max(fraction, 0), 1)
    self.minLeading = minLeading
    self.minTrailing = minTrailing
    self.leading = AnyContent(leading())
    self.trailing = AnyContent(trailing())
  }

  /// The columns of the leading view in so many for both and the line between them; `nil` when there is no room for both.
  public static nonisolated func leadingWidth(
    of width: Int,
    fraction: Double,
    minLeading: Int,
    minTrailing: Int
  ) -> Int? {
    let room = width - 1
    guard room >= minLeading + minTrailing else { return nil }
    return min(max(Int(Double(room) * fraction), minLeading), room - minTrailing)
  }

  /// The node the view is drawn with.
  package func node(in context: ViewContext) -> Node {
    SplitNode(
      self,
      children: [context.child(0).node(of: leading), context.child(1).node(of: trailing)],
      in: context
    )
  }

  /// The columns of the leading view; `nil` when there is no room for both.
  fileprivate func leadingWidth(of width: Int) -> Int? {
    Self.leadingWidth(
      of: width,
      fraction: fraction,
      minLeading: minLeading,
      minTrailing: minTrailing
    )
  }
}

/// The node of a ``Split``: places the two views beside each other and draws the line between them.
private final class SplitNode: ContextNode {
  private let split: Split

  init(_ split: Split, children: [Node], in context: ViewContext) {
    self.split = split
    super.init(context, children: children)
  }

  override func isRigid(_ axis: Axis) -> Bool { false }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    let sizes = children.map { $0.measure(Proposal(width: nil, height: proposal.height)) }
    let ideal = sizes.reduce(1) { $0 + $1.width }
    return Size(
      width: proposal.width ?? ideal,
      height: proposal.height ?? sizes.map(\.height).max() ?? 0
    )
  }

  override func placeChildren() {
    guard let width = split.leadingWidth(of: frame.width) else {
      children[0].place(frame)
      children[1].place(Rect(x: frame.maxX, y: frame.minY, width: 0, height: 0))
      return
    }
    let (leading, rest) = frame.split(width, from: .left)
    children[0].place(leading)
    children[1].place(rest.split(1, from: .left).rest)
  }

  override func draw(on canvas: inout Canvas) {
    for child in children {
      canvas.clipped(to: child.frame) { child.draw(on: &$0) }
    }
    guard let width = split.leadingWidth(of: frame.width) else { return }
    let bar = Rect(x: frame.minX + width, y: frame.minY, width: 1, height: frame.height)
    canvas.fill(bar, with: "│", style: style(of: .dim))
  }
}
