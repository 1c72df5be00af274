package import RuleEnvironment
package import Terminal

/// What a view is given while its nodes are made: its scope, its identity and the host.
public struct ViewContext {
  /// The scope of keys.
  package var environment: EnvironmentValues
  /// Where state lives.
  package private(set) var identity: Identity
  /// The host that draws the screen.
  package unowned let host: ViewHost
  /// The styles that roles stand for.
  package var palette: Palette
  /// The style text starts from.
  package var style: Style

  /// The same scope at the place `index` below.
  func child(_ index: Int) -> ViewContext {
    moved(to: identity.child(index, generation: host.generation))
  }

  /// The same scope at the place of the element called `id`.
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
