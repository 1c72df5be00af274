import Terminal

/// The base class of nodes that need their view's context: its environment, identity and host.
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
