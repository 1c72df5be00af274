import RuleEnvironment

/// Where a view in front of the others stands.
public nonisolated enum ModalPlacement: Sendable {
  /// In the middle, as large as it needs.
  case center
  /// On the last lines of the screen, over its whole width: prompts.
  case bottomLine
  /// Over the whole screen.
  case fullScreen
}

/// A view in front of the others; as long as it is there all keys go to it.
final class Modal {
  let content: AnyView
  let placement: ModalPlacement
  let environment: EnvironmentValues

  init(_ content: AnyView, placement: ModalPlacement, environment: EnvironmentValues) {
    (self.content, self.placement, self.environment) = (content, placement, environment)
  }
}

/// The root or a modal, as made for this frame.
struct Layer {
  let node: Node
  let placement: ModalPlacement
  let modal: Modal?
}

/// What the status line says.
package nonisolated struct StatusMessage: Sendable, Hashable {
  /// The sentence.
  package let text: String
  /// What kind of message it is.
  package let role: Role
}
