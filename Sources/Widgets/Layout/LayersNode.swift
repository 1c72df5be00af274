import Terminal

/// Children in the same room, each aligned in it.
final class LayersNode: Node {
  private let alignment: Alignment
  /// Whether only the first child decides the size: an overlay.
  private let firstDecides: Bool

  init(alignment: Alignment, firstDecides: Bool = false, children: [Node]) {
    self.alignment = alignment
    self.firstDecides = firstDecides
    super.init(children: children)
  }

  override func isRigid(_ axis: Axis) -> Bool {
    (firstDecides ? children.prefix(1) : children[...]).allSatisfy { $0.isRigid(axis) }
  }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    if firstDecides { return children.first?.measure(proposal) ?? .zero }
    return children.reduce(into: Size.zero) { size, child in
      let own = child.measure(proposal)
      size = Size(width: max(size.width, own.width), height: max(size.height, own.height))
    }
  }

  override func placeChildren() {
    for child in children {
      child.place(frame.placing(child.measure(Proposal(frame.size)), alignment))
    }
  }
}

extension Rect {
  /// A rectangle of `size` aligned in this one, never beyond it.
  nonisolated func placing(_ size: Size, _ alignment: Alignment) -> Rect {
    let width = min(size.width, self.width)
    let height = min(size.height, self.height)
    return Rect(
      x: minX + alignment.horizontal.offset(of: width, in: self.width),
      y: minY + alignment.vertical.offset(of: height, in: self.height),
      width: width,
      height: height
    )
  }
}
