/// A view that arranges its content vertically, one view below another.
public struct VStack: NodeView {
  private let alignment: HorizontalAlignment
  private let spacing: Int
  private let content: AnyContent

  /// A column; `spacing` rows stay free between views.
  public init<Content: View>(
    alignment: HorizontalAlignment = .leading,
    spacing: Int = 0,
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = spacing
    self.content = AnyContent(content())
  }

  /// The node the view is drawn with.
  package func node(in context: ViewContext) -> Node {
    let children = context.nodes(of: content)
    return StackNode(.vertical, spacing: spacing, aligning: alignment.offset, children: children)
  }
}

/// A view that arranges its content horizontally, one view beside another.
public struct HStack: NodeView {
  private let alignment: VerticalAlignment
  private let spacing: Int
  private let content: AnyContent

  /// A row; `spacing` columns stay free between views.
  public init<Content: View>(
    alignment: VerticalAlignment = .top,
    spacing: Int = 1,
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = spacing
    self.content = AnyContent(content())
  }

  /// The node the view is drawn with.
  package func node(in context: ViewContext) -> Node {
    let children = context.nodes(of: content)
    return StackNode(.horizontal, spacing: spacing, aligning: alignment.offset, children: children)
  }
}
