/// The last focused view of a part of the screen, so that the focus can return to it.
///
/// Stores the names of the views around it, and is kept by an object that outlives the views.
package final class FocusRestoration {
  fileprivate var names: [AnyID] = []

  /// A place in which nothing had the focus yet.
  package init() {}
}

/// A child in which the focus comes back to where it was.
private final class FocusRestorationNode: Node {
  let place: FocusRestoration

  init(_ place: FocusRestoration, child: Node) {
    self.place = place
    super.init(children: [child])
  }
}

extension View {
  /// When the view appears again, the named view in it that had the focus last has it again.
  package func focusPlace(_ place: FocusRestoration) -> some View {
    wrapped { node, _ in FocusRestorationNode(place, child: node) }
  }

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
    guard focusFound(on: AnyID(name)) else { return false }
    setNeedsDisplay()
    return true
  }

  /// Draws a frame, and then focuses a view that exists only after the drawing.
  @discardableResult
  package func focus(onDrawn name: some Hashable) -> Bool {
    _ = render(size)
    return focus(on: name)
  }

  private func focusFound(on name: AnyID) -> Bool {
    guard let front = layers.last?.node,
      let identity = find(name, in: front).flatMap(\.firstFocusIdentity)
    else { return false }
    focus.current = identity
    return true
  }

  /// Gives the focus back where another place is in front than before.
  /// - Returns: Whether that was done.
  func returnFocus() -> Bool {
    focus.changeFront(layers)
    guard let place = layers.last.flatMap({ place(in: $0.node) }), place !== focus.place else {
      return false
    }
    focus.place = place
    return place.names.contains(where: focusFound)
  }

  /// Remembers what has the focus in its place.
  func noteFocus() {
    var (node, names): (Node?, [AnyID]) = (focus.node, [])
    while let current = node {
      if let named = current as? FocusNameNode { names.append(named.name) }
      if let outer = current as? FocusRestorationNode { outer.place.names = names }
      node = current.parent
    }
  }

  private func place(in node: Node) -> FocusRestoration? {
    if let outer = node as? FocusRestorationNode { return outer.place }
    for child in node.children {
      if let place = place(in: child) { return place }
    }
    return nil
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
