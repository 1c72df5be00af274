import RuleEnvironment
import Terminal

/// The position of a modal view on the screen.
public nonisolated enum ModalPlacement: Sendable {
  /// In the middle, as large as it needs.
  case center
  /// On the last lines of the screen, over its whole width: prompts.
  case bottomLine
  /// Over the view that had the focus, so that what stands within its frame begins there: what is typed into a field.
  case overFocus
  /// Over the whole screen.
  case fullScreen
}

/// A modal view shown in front of the others, with its placement, environment and the view that had the focus before.
///
/// All keys go to it while it is shown.
final class Modal {
  let content: AnyView
  let placement: ModalPlacement
  let environment: EnvironmentValues
  /// The view that had the focus.
  private(set) weak var origin: Identity?

  init(
    _ content: AnyView,
    placement: ModalPlacement,
    environment: EnvironmentValues,
    over origin: Identity?
  ) {
    (self.content, self.placement, self.environment) = (content, placement, environment)
    self.origin = origin
  }
}

/// A layer of the current frame, the root view or a modal: its node and its placement on the screen.
struct ModalLayer {
  let node: Node
  let placement: ModalPlacement
  let modal: Modal?

  /// Returns the rectangle of a view placed over the focused view of the layer behind.
  ///
  /// Leaves room for a frame, two cells wide and one high.
  func placeOverFocus(_ size: Size, on screen: Rect, behind: ModalLayer) -> Rect {
    let field = modal?.origin.flatMap { behind.node.node(focusedAs: $0)?.frame } ?? screen
    return Rect(
      x: max(0, min(field.minX - 2, screen.maxX - size.width)),
      y: max(0, min(field.minY - 1, screen.maxY - size.height)),
      width: min(size.width, screen.width),
      height: min(size.height, screen.height)
    )
  }
}

extension Node {
  /// The node within this one that takes the focus for an identity.
  fileprivate func node(focusedAs identity: Identity) -> Node? {
    if focusIdentity === identity { return self }
    for child in children {
      if let node = child.node(focusedAs: identity) { return node }
    }
    return nil
  }
}

/// The message that the status line shows: its text, and a role such as error that determines its style.
package nonisolated struct StatusMessage: Sendable, Hashable {
  /// The sentence.
  package let text: String
  /// The kind of message, which determines its style.
  package let role: Role

  /// Whether it stays until the next key.
  var isImportant: Bool { role == .error || role == .warning }
}
