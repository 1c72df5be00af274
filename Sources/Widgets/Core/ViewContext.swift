package import RuleEnvironment
package import Terminal

/// The context in which a view makes its nodes: its scope, its identity and the host.
public struct ViewContext {
  /// The scope of keys.
  package var environment: EnvironmentValues
  /// The identity at which the view's state is stored.
  package private(set) var identity: Identity
  /// The host that draws the screen.
  package unowned let host: ViewHost
  /// The styles that roles stand for.
  package var palette: Palette
  /// The style text starts from.
  package var style: Style

  /// Returns the context of the child at `index`.
  func child(_ index: Int) -> ViewContext {
    moved(to: identity.child(index, generation: host.generation))
  }

  /// Returns the context of the child with the given `id`.
  func child(id: AnyID) -> ViewContext {
    moved(to: identity.child(id: id, generation: host.generation))
  }

  private func moved(to identity: Identity) -> ViewContext {
    var context = self
    context.identity = identity
    return context
  }

  /// The nodes of `content`.
  func nodes(of content: AnyContent) -> [Node] {
    var nodes: [Node] = []
    content.makeNodes(self, &nodes)
    return nodes
  }

  /// The nodes of `content` as one node: several stand in a column.
  func node(of content: AnyContent) -> Node {
    let nodes = nodes(of: content)
    if nodes.count == 1 { return nodes[0] }
    return StackNode(.vertical, aligning: HorizontalAlignment.leading.offset, children: nodes)
  }
}
