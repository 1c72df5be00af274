import Terminal

/// The node of `padding`: places its child with free cells around it.
final class PaddingNode: Node {
  private let insets: Insets

  init(insets: Insets, child: Node) {
    self.insets = insets
    super.init(children: [child])
  }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    super.sizeThatFits(proposal.inset(by: insets)).outset(by: insets)
  }

  override func placeChildren() {
    let inner = frame.inset(by: insets)
    for child in children { child.place(inner) }
  }
}

/// The node of `frame`: limits the width and height of its child, and aligns the child within them.
final class FrameNode: Node {
  private let width: ClosedRange<Int>?
  private let height: ClosedRange<Int>?
  private let fills: (width: Bool, height: Bool)
  private let alignment: Alignment

  init(
    width: ClosedRange<Int>?,
    height: ClosedRange<Int>?,
    fills: (Bool, Bool) = (false, false),
    alignment: Alignment,
    child: Node
  ) {
    self.width = width
    self.height = height
    self.fills = fills
    self.alignment = alignment
    super.init(children: [child])
  }

  override func isRigid(_ axis: Axis) -> Bool {
    let limits = axis == .horizontal ? width : height
    guard let limits else { return super.isRigid(axis) }
    return limits.lowerBound == limits.upperBound
  }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    let offer = Proposal(
      width: inner(proposal.width, width),
      height: inner(proposal.height, height)
    )
    let size = super.sizeThatFits(offer)
    return Size(
      width: extent(size.width, offer.width, within: width, fills: fills.width),
      height: extent(size.height, offer.height, within: height, fills: fills.height)
    )
  }

  override func placeChildren() {
    for child in children {
      child.place(frame.placing(child.measure(Proposal(frame.size)), alignment))
    }
  }

  private func inner(_ offer: Int?, _ limits: ClosedRange<Int>?) -> Int? {
    guard let limits else { return offer }
    if limits.lowerBound == limits.upperBound { return limits.lowerBound }
    return offer.map { min(max($0, limits.lowerBound), limits.upperBound) }
  }

  private func extent(
    _ own: Int,
    _ offer: Int?,
    within limits: ClosedRange<Int>?,
    fills: Bool
  ) -> Int {
    guard let limits else { return own }
    let wanted = fills ? max(own, offer ?? own) : own
    return min(max(wanted, limits.lowerBound), limits.upperBound)
  }
}

/// The node of `layoutPriority`: sets whether a stack gives space to its child before or after the others.
final class PriorityNode: Node {
  private let priority: Int

  init(priority: Int, child: Node) {
    self.priority = priority
    super.init(children: [child])
  }

  override var layoutPriority: Int { priority }
}

/// The node around a modal view: blanks its frame before drawing, so that the views behind do not show through.
final class OpaqueNode: Node {
  private let style: Style

  init(style: Style, child: Node) {
    self.style = style
    super.init(children: [child])
  }

  override func draw(on canvas: inout Canvas) {
    canvas.fill(frame, style: style)
    drawChildren(on: &canvas)
  }
}
