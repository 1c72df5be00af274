import Terminal

/// A node that is drawn, or does something, in the scope of its view.
class ContextNode: Node {
  final let context: ViewContext

  init(_ context: ViewContext, children: [Node] = []) {
    self.context = context
    super.init(children: children)
  }

  final var identity: Identity { context.identity }
  final var host: ViewHost { context.host }
  final var palette: Palette { context.palette }
  /// The style text starts from.
  final var style: Style { context.style }

  /// The style of a text that is a `role`.
  final func style(of role: Role) -> Style { style.overlaid(with: palette[role]) }
}
