/// Views below each other.
public struct VStack: PrimitiveView {
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

  /// Makes the nodes `view` is drawn with.
  public static func makeNodes(
    _ view: Self,
    in context: ViewContext,
    into nodes: inout [Node]
  ) {
    var children: [Node] = []
    view.content.makeNodes(context, &children)
    nodes.append(
      StackNode(
        axis: .vertical,
        spacing: view.spacing,
        alignment: view.alignment,
        children: children
      )
    )
  }
}

/// Views beside each other.
public struct HStack: PrimitiveView {
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

  /// Makes the nodes `view` is drawn with.
  public static func makeNodes(
    _ view: Self,
    in context: ViewContext,
    into nodes: inout [Node]
  ) {
    var children: [Node] = []
    view.content.makeNodes(context, &children)
    let across: HorizontalAlignment =
      switch view.alignment {
      case .top: .leading
      case .center: .center
      case .bottom: .trailing
      }
    nodes.append(
      StackNode(axis: .horizontal, spacing: view.spacing, alignment: across, children: children)
    )
  }
}
