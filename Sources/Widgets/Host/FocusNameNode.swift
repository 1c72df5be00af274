/// A child that can be given the focus by name.
final class FocusNameNode: Node {
  let name: AnyID

  init(name: AnyID, child: Node) {
    self.name = name
    super.init(children: [child])
  }
}

extension View {
  /// Names the view, or the first in it that takes the focus, for ``ViewHost/focus(on:)``.
  package func focusName(_ name: some Hashable) -> some View {
    wrapped { node, _ in FocusNameNode(name: AnyID(name), child: node) }
  }
}

extension ViewHost {
  /// Gives the focus to the view called `name` in front.
  /// - Returns: Whether there is one that takes it.
  @discardableResult
  package func focus(on name: some Hashable) -> Bool {
    guard let front = layers.last?.node,
      let identity = find(AnyID(name), in: front).flatMap(\.firstFocusIdentity)
    else { return false }
    focus.current = identity
    setNeedsDisplay()
    return true
  }

  /// The nearest name around the focused view.
  package var focusedName: AnyID? {
    var node = focus.node
    while let current = node {
      if let named = current as? FocusNameNode { return named.name }
      node = current.parent
    }
    return nil
  }

  private func find(_ name: AnyID, in node: Node) -> Node? {
    if let named = node as? FocusNameNode, named.name == name { return node }
    for child in node.children {
      if let found = find(name, in: child) { return found }
    }
    return node.unmadeRow(named: name)
  }
}

extension Node {
  /// The first view in it that takes the focus.
  var firstFocusIdentity: Identity? {
    if let focusIdentity { return focusIdentity }
    for child in children {
      if let identity = child.firstFocusIdentity { return identity }
    }
    return nil
  }
}
