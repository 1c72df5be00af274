import Terminal

/// A child that decides the size, and others in front of it, aligned in its room.
final class LayersNode: Node {
  private let alignment: Alignment

  init(alignment: Alignment, children: [Node]) {
    self.alignment = alignment
    super.init(children: children)
  }

  override func isRigid(_ axis: Axis) -> Bool { children.first?.isRigid(axis) ?? true }

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
