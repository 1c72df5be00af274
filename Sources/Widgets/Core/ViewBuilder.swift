/// The result builder for the views written in a `body`, with `if`, `switch` and `if let`.
@resultBuilder
public struct ViewBuilder {
  /// One part.
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  /// An empty block.
  public static func buildBlock() -> EmptyView { EmptyView() }
  /// The parts of a block.
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  /// Several parts, each with its place.
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<repeat each Content> {
    TupleView(content: (repeat each content))
  }
  /// A part behind an `if`.
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  /// The first branch.
  public static func buildEither<First: View>(first: First) -> ConditionalView {
    ConditionalView(branch: 0, content: AnyContent(first))
  }
  /// The other branch.
  public static func buildEither<Second: View>(second: Second) -> ConditionalView {
    ConditionalView(branch: 1, content: AnyContent(second))
  }
}

/// The views of one block, each with its place as identity.
public struct TupleView<each Content: View>: PrimitiveView {
  let content: (repeat each Content)

  /// Makes the nodes the view is drawn with.
  public func makeNodes(in context: ViewContext, into nodes: inout [Node]) {
    var index = 0
    for element in repeat each content {
      element.makeNodes(in: context.child(index), into: &nodes)
      index += 1
    }
  }
}

/// One of two views; each branch has an identity, and so state, of its own.
public struct ConditionalView: PrimitiveView {
  let branch: Int
  let content: AnyContent

  /// Makes the nodes the view is drawn with.
  public func makeNodes(in context: ViewContext, into nodes: inout [Node]) {
    content.makeNodes(context.child(branch), &nodes)
  }
}

extension Optional: View where Wrapped: View {
  /// There is none.
  public typealias Body = Never

  /// Never asked: an optional view makes the nodes of what it wraps.
  public var body: Never {
    preconditionFailure("an optional view has no body; it is drawn by makeNodes")
  }

  /// The nodes of the wrapped view, or none.
  public func makeNodes(in context: ViewContext, into nodes: inout [Node]) {
    guard let view = self else { return }
    view.makeNodes(in: context.child(0), into: &nodes)
  }
}
