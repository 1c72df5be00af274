public import Terminal

/// A view whose scope is changed.
public struct ContextModifier: PrimitiveView {
  let content: AnyContent
  let change: (inout ViewContext) -> Void

  /// Makes the nodes `view` is drawn with.
  public static func makeNodes(
    _ view: Self,
    in context: ViewContext,
    into nodes: inout [Node]
  ) {
    var context = context
    view.change(&context)
    view.content.makeNodes(context, &nodes)
  }
}

/// A view whose node is wrapped in another.
public struct NodeModifier: PrimitiveView {
  let content: AnyContent
  let wrap: (Node, ViewContext) -> Node

  /// Makes the nodes `view` is drawn with.
  public static func makeNodes(
    _ view: Self,
    in context: ViewContext,
    into nodes: inout [Node]
  ) {
    nodes.append(view.wrap(context.child(0).node(of: view.content), context))
  }
}

extension View {
  func wrapped(_ wrap: @escaping (Node, ViewContext) -> Node) -> NodeModifier {
    NodeModifier(content: AnyContent(self), wrap: wrap)
  }

  func changing(_ change: @escaping (inout ViewContext) -> Void) -> ContextModifier {
    ContextModifier(content: AnyContent(self), change: change)
  }

  /// The styles that roles stand for in this view.
  public func palette(_ palette: Palette) -> some View {
    changing { $0.palette = palette }
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
  public func padding(_ insets: Insets) -> some View {
    wrapped { node, _ in PaddingNode(insets: insets, child: node) }
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

  /// Who gets room first in a stack: higher before lower; 0 is usual.
  public func layoutPriority(_ priority: Int) -> some View {
    wrapped { node, _ in PriorityNode(priority: priority, child: node) }
  }

  /// Draws `content` in front of this view, in its room.
  public func overlay<Content: View>(
    alignment: Alignment = .center,
    @ViewBuilder content: () -> Content
  ) -> some View {
    let content = AnyContent(content())
    return wrapped { node, context in
      let front = context.child(1).node(of: content)
      return LayersNode(alignment: alignment, children: [node, front])
    }
  }
}

private func limits(_ least: Int?, _ most: Int?) -> ClosedRange<Int>? {
  if least == nil, most == nil { return nil }
  let least = max(0, least ?? 0)
  return least...max(least, min(most ?? .max, Proposal.unlimited))
}

private struct IdentifiedView: PrimitiveView {
  let content: AnyContent
  let id: AnyID

  static func makeNodes(_ view: Self, in context: ViewContext, into nodes: inout [Node]) {
    view.content.makeNodes(context.child(id: view.id), &nodes)
  }
}
