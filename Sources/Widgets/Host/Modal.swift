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
public final class Modal {
  let placement: ModalPlacement
  /// A view shows it while a condition holds; the others are shown until they are dismissed.
  let isDeclared: Bool
  let onDismiss: (() -> Void)?
  var environment = EnvironmentValues()
  var content = AnyView(EmptyView())

  init(placement: ModalPlacement, isDeclared: Bool = false, onDismiss: (() -> Void)?) {
    self.placement = placement
    self.isDeclared = isDeclared
    self.onDismiss = onDismiss
  }
}

/// The root or a modal, as made for this frame.
struct Layer {
  let node: Node
  let placement: ModalPlacement
  let modal: Modal?
}

/// What the status line says.
public nonisolated struct StatusMessage: Sendable, Hashable {
  /// The sentence.
  public let text: String
  /// What kind of message it is.
  public let role: Role
}
