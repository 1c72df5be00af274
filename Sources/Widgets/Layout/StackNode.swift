import Terminal

/// Children in a row or a column.
///
/// Room goes first to higher priorities, among equals to the least flexible, as SwiftUI does it.
final class StackNode: Node {
  let axis: Axis
  private let spacing: Int
  private let alignment: HorizontalAlignment

  init(axis: Axis, spacing: Int, alignment: HorizontalAlignment, children: [Node]) {
    self.axis = axis
    self.spacing = spacing
    self.alignment = alignment
    super.init(children: children)
  }

  private var spaces: Int { max(0, children.count - 1) * spacing }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    let lengths = distribute(proposal)
    var main = spaces
    var cross = 0
    for (child, length) in zip(children, lengths) {
      let size = child.measure(offer(proposal, main: length))
      main += size.main(axis)
      cross = max(cross, size.cross(axis))
    }
    return Size(axis: axis, main: main, cross: cross)
  }

  override func placeChildren() {
    let proposal = Proposal(frame.size)
    let lengths = distribute(proposal)
    var position = axis == .horizontal ? frame.minX : frame.minY
    let room = frame.size.cross(axis)
    for (child, length) in zip(children, lengths) {
      let size = child.measure(offer(proposal, main: length))
      let offset = alignment.offset(of: size.cross(axis), in: room)
      let cross = (axis == .horizontal ? frame.minY : frame.minX) + offset
      let origin =
        axis == .horizontal ? Point(x: position, y: cross) : Point(x: cross, y: position)
      child.place(Rect(origin: origin, size: size))
      position += size.main(axis) + spacing
    }
  }

  override func draw(on canvas: inout Canvas) {
    canvas.clipped(to: frame) { drawChildren(on: &$0) }
  }

  override var layoutPriority: Int { 0 }

  private func offer(_ proposal: Proposal, main: Int?) -> Proposal {
    Proposal(axis: axis, main: main, cross: proposal.cross(axis))
  }

  private func length(_ child: Node, _ proposal: Proposal, main: Int?) -> Int {
    child.measure(offer(proposal, main: main)).main(axis)
  }

  /// What each child is offered along the axis.
  private func distribute(_ proposal: Proposal) -> [Int?] {
    guard let total = proposal.main(axis) else { return children.map { _ in nil } }
    var offers: [Int?] = children.map { _ in 0 }
    var remaining = max(0, total - spaces)
    let least = children.map { length($0, proposal, main: 0) }
    let flexibility = children.indices.map { index in
      length(children[index], proposal, main: Proposal.unlimited) - least[index]
    }
    let order = children.indices.sorted { first, second in
      let priorities = (children[first].layoutPriority, children[second].layoutPriority)
      if priorities.0 != priorities.1 { return priorities.0 > priorities.1 }
      if flexibility[first] != flexibility[second] {
        return flexibility[first] < flexibility[second]
      }
      return first < second
    }
    for (position, index) in order.enumerated() {
      let priority = children[index].layoutPriority
      let later = order[(position + 1)...]
      let peers = later.prefix { children[$0].layoutPriority == priority }
      let reserved = later.dropFirst(peers.count).reduce(0) { $0 + least[$1] }
      let share = max(0, remaining - reserved) / (peers.count + 1)
      offers[index] = share
      remaining = max(0, remaining - length(children[index], proposal, main: share))
    }
    return offers
  }
}
