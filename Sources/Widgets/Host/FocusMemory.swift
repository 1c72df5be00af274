import Terminal

/// The focus state kept from frame to frame: the focused view's identity and node, and all nodes that can take the focus.
struct FocusMemory {
  /// The identity that has, or asks for, the focus.
  weak var current: Identity?
  /// The focused node of the last frame.
  private(set) weak var node: Node?
  /// All nodes of the front layer that can take the focus, in order.
  private(set) var candidates: [Node] = []
  /// The index of the focused node among the candidates.
  private var index = 0
  /// Whether something was typed into the focused view since the last frame.
  var isTyped = false
  /// The view that was scrolled to last.
  private weak var revealed: Identity?
  /// The place that was in front.
  weak var place: FocusRestoration?
  /// The layer that was in front, and the focused views of those behind it.
  private var front: ObjectIdentifier?
  private var behind: [ObjectIdentifier?: WeakIdentity] = [:]
  /// The view of each layer that knows that it has the focus.
  private var entered: [ObjectIdentifier?: WeakIdentity] = [:]

  /// Finds the focused node in the front layer, or another when it has left.
  /// - Returns: Whether something was scrolled and must be placed again.
  mutating func update(_ layers: [ModalLayer]) -> Bool {
    candidates = []
    guard let front = layers.last else { return false }
    collect(front.node)
    guard let chosen = chosenIndex() else {
      node = nil
      return false
    }
    index = chosen
    let node = candidates[chosen]
    self.node = node
    current = node.focusIdentity
    if entered[self.front]?.identity !== current {
      entered[self.front] = WeakIdentity(identity: current)
      node.enter()
    }
    return reveal(node)
  }

  /// Gives the focus to a view that the mouse points to: it is at a place in it, and has not entered it.
  mutating func point(to identity: Identity?) {
    current = identity
    entered[front] = WeakIdentity(identity: identity)
  }

  /// Keeps the focused view of a layer that gets another in front, and gives it back afterwards.
  mutating func changeFront(_ layers: [ModalLayer]) {
    let new = layers.last?.modal.map(ObjectIdentifier.init)
    guard new != front else { return }
    behind[front] = WeakIdentity(identity: current)
    let present = Set(layers.map { $0.modal.map(ObjectIdentifier.init) })
    behind = behind.filter { present.contains($0.key) }
    entered = entered.filter { present.contains($0.key) }
    current = behind[new]?.identity
    index = 0
    front = new
  }

  private func chosenIndex() -> Int? {
    if let current {
      if let found = candidates.firstIndex(where: { $0.focusIdentity === current }) { return found }
    }
    if let preferred = candidates.firstIndex(where: isPreferred) { return preferred }
    guard current != nil, let last = candidates.indices.last else {
      return candidates.indices.first
    }
    return min(index, last)
  }

  private func isPreferred(_ node: Node) -> Bool {
    node.prefersDefaultFocus
      || sequence(first: node, next: \.parent).contains(where: \.holdsDefaultFocus)
  }

  /// Scrolls so that a node which has just got the focus, or stands elsewhere by now, is visible.
  private mutating func reveal(_ node: Node) -> Bool {
    let isNew = node.focusIdentity !== revealed
    revealed = node.focusIdentity
    var (rect, scrolled) = (node.frame, false)
    var ancestor = node.parent
    while let container = ancestor {
      rect = container.revealed(with: rect)
      let isOutOfSight = isTyped && container.frame.intersection(rect).isEmpty
      scrolled = container.reveal(rect, isNew: isNew || isOutOfSight) || scrolled
      ancestor = container.parent
    }
    isTyped = false
    return scrolled
  }

  /// Moves by `step` in the order of the screen.
  mutating func move(by step: Int, wrapping: Bool) -> Bool {
    guard candidates.count > 1 else { return false }
    // What was given the focus since the last frame counts.
    var next = (candidates.firstIndex { $0.focusIdentity === current } ?? index) + step
    if wrapping {
      next = (next % candidates.count + candidates.count) % candidates.count
    } else if !candidates.indices.contains(next) {
      return false
    }
    current = candidates[next].focusIdentity
    index = next
    return true
  }

  /// Moves to the view in `container` that is nearest to `rows` below the focused one.
  mutating func moveDown(by rows: Int, within container: Node) -> Bool {
    guard let focused = node else { return false }
    let wanted = focused.frame.minY + rows
    var best: Node?
    for candidate in candidates where candidate.isDescendant(of: container) {
      let distance = abs(candidate.frame.minY - wanted)
      if best.map({ distance < abs($0.frame.minY - wanted) }) ?? true { best = candidate }
    }
    guard let best, best.focusIdentity !== current else { return false }
    current = best.focusIdentity
    return true
  }

  private mutating func collect(_ node: Node) {
    if let identity = node.focusIdentity, !node.frame.isEmpty,
      !node.isPassedOver || identity === current
    {
      candidates.append(node)
    }
    for child in node.children { collect(child) }
  }
}

/// A weak reference to the identity of a focused view, for dictionaries with one entry for each modal layer.
private struct WeakIdentity {
  weak var identity: Identity?
}
