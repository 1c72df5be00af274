/// A word that does something: `[ Sell ]`; Enter or Space does it while the button has the focus.
///
/// In locked mode a button of an application is refused, unless it says that it is safe.
public struct Button: View {
  private let title: String
  private let isEnabled: Bool
  private let reason: String
  private let definition: CommandDefinition
  private let action: (CommandContext) -> Void

  /// A button that calls `action`; with `enabledIf` false its keys say `reason` instead.
  public init(
    _ title: String,
    enabledIf isEnabled: Bool = true,
    else reason: String = "not possible here",
    isSafeInLockedMode: Bool = false,
    action: @escaping (CommandContext) -> Void
  ) {
    (self.title, self.isEnabled, self.reason) = (title, isEnabled, reason)
    self.action = action
    definition = CommandDefinition(
      "press",
      title,
      keys: "enter space",
      group: "Fields",
      importance: 90,
      isSafeInLockedMode: isSafeInLockedMode
    )
  }

  /// The word in brackets.
  public var body: some View {
    Text("[ \(title) ]").role(isEnabled ? .accent : .dim).focusable()
      .command(definition, enabledIf: isEnabled, else: reason, action: action)
  }
}
