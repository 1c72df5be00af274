public import Terminal

/// The view made by modifiers that change the context of their content: its style, environment or other inherited values.
public struct ContextModifier: PrimitiveView {
  let content: AnyContent
  let change: (inout ViewContext) -> Void

  /// Makes the nodes the view is drawn with.
  public func makeNodes(in context: ViewContext, into nodes: inout [Node]) {
    var context = context
    change(&context)
    content.makeNodes(context, &nodes)
  }
}

/// The view made by modifiers that wrap the node of their content in another node, such as `padding` or `border`.
public struct NodeModifier: NodeView {
  let content: AnyContent
  let wrap: (Node, ViewContext) -> Node

  /// The node the view is drawn with.
  package func node(in context: ViewContext) -> Node {
    wrap(context.child(0).node(of: content), context)
  }
}

extension View {
  func wrapped(_ wrap: @escaping (Node, ViewContext) -> Node) -> NodeModifier {
    NodeModifier(content: AnyContent(self), wrap: wrap)
  }

  func changing(_ change: @escaping (inout ViewContext) -> Void) -> ContextModifier {
    ContextModifier(content: AnyContent(self), change: change)
  }

  /// Lays the style of `role` over the text in this view.
  public func role(_ role: Role) -> some View {
    changing { $0.style = $0.style.overlaid(with: $0.palette[role]) }
  }

  /// Lays `style` over the text in this view.
  public func style(_ style: Style) -> some View {
    changing { $0.style = $0.style.overlaid(with: style) }
  }

  /// Gives the view an identity of its own: another `id` begins with fresh state.
  public func id(_ id: some Hashable) -> some View {
    IdentifiedView(content: AnyContent(self), id: AnyID(id))
  }

  /// Keeps cells free around the view.
  package func padding(_ insets: Insets) -> some View {
    wrapped { node, _ in PaddingNode(insets: insets, child: node) }
  }

  /// Keeps `cells` columns and rows free on all sides.
  public func padding(_ cells: Int) -> some View {
    padding(Insets(top: cells, left: cells, bottom: cells, right: cells))
  }

  /// Keeps `horizontal` columns and `vertical` rows free on both sides.
  public func padding(horizontal: Int = 0, vertical: Int = 0) -> some View {
    padding(Insets(top: vertical, left: horizontal, bottom: vertical, right: horizontal))
  }

  /// Gives the view a fixed extent along the named axes.
  public func frame(
    width: Int? = nil,
    height: Int? = nil,
    alignment: Alignment = .topLeading
  ) -> some View {
    wrapped { node, _ in
      FrameNode(
        width: width.map(Extent.limited).map { $0...$0 },
        height: height.map(Extent.limited).map { $0...$0 },
        alignment: alignment,
        child: node
      )
    }
  }

  /// Keeps the view's extent within limits; `maxWidth: .max` takes all the room there is.
  public func frame(
    minWidth: Int? = nil,
    maxWidth: Int? = nil,
    minHeight: Int? = nil,
    maxHeight: Int? = nil,
    alignment: Alignment = .topLeading
  ) -> some View {
    wrapped { node, _ in
      FrameNode(
        width: limits(minWidth, maxWidth),
        height: limits(minHeight, maxHeight),
        fills: (maxWidth != nil, maxHeight != nil),
        alignment: alignment,
        child: node
      )
    }
  }

  /// The order in which views of a stack get room: higher before lower; 0 is usual.
  public func layoutPriority(_ priority: Int) -> some View {
    wrapped { node, _ in PriorityNode(priority: priority, child: node) }
  }
}

private func limits(_ least: Int?, _ most: Int?) -> ClosedRange<Int>? {
  if least == nil, most == nil { return nil }
  let least = max(0, least ?? 0)
  return least...max(least, min(most ?? .max, Proposal.unlimited))
}

/// The view made by `id`: content whose identity, and so its state, depends on an explicit id.
private struct IdentifiedView: PrimitiveView {
  let content: AnyContent
  let id: AnyID

  func makeNodes(in context: ViewContext, into nodes: inout [Node]) {
    content.makeNodes(context.child(id: id), &nodes)
  }
}
