import Terminal

/// The node of a horizontal or vertical stack, which lays out its children in a row or a column.
///
/// Room goes first to rigid children, then to higher priorities, and among equals to the least flexible.
final class StackNode: Node {
  let axis: Axis
  private let spacing: Int
  private let offset: (_ length: Int, _ room: Int) -> Int
  private var rigid: (horizontal: Bool?, vertical: Bool?)

  /// A stack whose children begin across it where `offset` says, for their length and the room there is.
  init(
    _ axis: Axis,
    spacing: Int = 0,
    aligning offset: @escaping (Int, Int) -> Int,
    children: [Node]
  ) {
    (self.axis, self.spacing, self.offset) = (axis, spacing, offset)
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
      let offset = offset(size.cross(axis), room)
      let cross = (axis == .horizontal ? frame.minY : frame.minX) + offset
      let origin = axis == .horizontal ? Point(x: position, y: cross) : Point(x: cross, y: position)
      child.place(Rect(origin: origin, size: size))
      position += size.main(axis) + spacing
    }
  }

  override func draw(on canvas: inout Canvas) {
    canvas.clipped(to: frame) { drawChildren(on: &$0) }
  }

  override var layoutPriority: Int { 0 }

  override func isRigid(_ axis: Axis) -> Bool {
    let known = axis == .horizontal ? rigid.horizontal : rigid.vertical
    if let known { return known }
    let isRigid = children.allSatisfy { $0.isRigid(axis) }
    if axis == .horizontal { rigid.horizontal = isRigid } else { rigid.vertical = isRigid }
    return isRigid
  }

  private func offer(_ proposal: Proposal, main: Int?) -> Proposal {
    Proposal(axis: axis, main: main, cross: proposal.cross(axis))
  }

  private func length(_ child: Node, _ proposal: Proposal, main: Int?) -> Int {
    child.measure(offer(proposal, main: main)).main(axis)
  }

  /// Returns the length offered to each child along the axis; `nil` if the offer makes no difference.
  private func distribute(_ proposal: Proposal) -> [Int?] {
    var offers: [Int?] = Array(repeating: nil, count: children.count)
    guard let total = proposal.main(axis) else { return offers }
    var remaining = total - spaces
    var claims: [Claim] = []
    for index in children.indices {
      let child = children[index]
      if child.isRigid(axis) {
        remaining -= length(child, proposal, main: nil)
      } else {
        let least = length(child, proposal, main: 0)
        let most = length(child, proposal, main: Proposal.unlimited)
        claims.append(
          Claim(index: index, priority: child.layoutPriority, least: least, most: most)
        )
      }
    }
    claims.sort()
    for position in claims.indices {
      let claim = claims[position]
      var peers = 1
      var reserved = 0
      for later in claims[(position + 1)...] {
        if later.priority == claim.priority { peers += 1 } else { reserved += later.least }
      }
      let share = max(0, remaining - reserved) / peers
      offers[claim.index] = share
      remaining -= length(children[claim.index], proposal, main: share)
    }
    return offers
  }
}

/// The layout claim of a flexible child of a stack: its index, priority, and minimum and maximum length.
///
/// Claims are sorted in the order in which the stack hands out room.
private nonisolated struct Claim: Comparable {
  let index: Int
  let priority: Int
  let least: Int
  let most: Int

  static func < (first: Claim, second: Claim) -> Bool {
    if first.priority != second.priority { return first.priority > second.priority }
    let flexibility = (first.most - first.least, second.most - second.least)
    return flexibility.0 == flexibility.1
      ? first.index < second.index : flexibility.0 < flexibility.1
  }
}
