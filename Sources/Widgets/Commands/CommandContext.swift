public import RuleEnvironment

/// The context of a command's action: the scope it was declared in, and the screen.
public struct CommandContext {
  /// The keys as they stand where the command was attached.
  public let environment: EnvironmentValues
  /// The screen on which the command runs.
  package let host: ViewHost

  /// Makes the context of a scope and a screen.
  package init(environment: EnvironmentValues, host: ViewHost) {
    (self.environment, self.host) = (environment, host)
  }

  /// Shows `view` in front of everything; keys go to it until it is dismissed.
  public func present<Content: View>(
    _ placement: ModalPlacement = .center,
    @ViewBuilder _ view: () -> Content
  ) {
    host.present(placement, environment: environment, view)
  }

  /// Takes the front view away.
  public func dismiss() { host.dismiss() }

  /// Says something in the status line, until the next key.
  public func say(_ text: String, _ role: Role = .normal) { host.say(text, role) }

  /// Sounds the bell.
  public func beep() { host.beep() }
}
