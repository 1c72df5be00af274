package import Terminal

/// Something the person can do here and now: a definition, whether it can run, and what it does.
///
/// Footer, help, palette and key dispatch all read the same list of commands.
public struct Command {
  /// Name, title and keys.
  public let definition: CommandDefinition
  /// The title here, when it says more than the definition's: `delete 3 rows`.
  public var title: String
  /// Why it cannot run now; `nil` when it can.
  public var disabledReason: String?
  /// Left out of footer and palette; its keys work.
  public var isHidden: Bool
  /// Whether an application offers it: its keys run it and none of the program's own commands.
  package var isOfApplication = false
  /// Whether it answers what its page asks, so that a key by accident must not do it.
  package var answersPage = false
  let action: (CommandContext) -> Void

  /// A command of `definition`; with a `disabledReason` its keys say the reason instead of acting.
  public init(
    _ definition: CommandDefinition,
    title: String? = nil,
    disabledReason: String? = nil,
    isHidden: Bool = false,
    action: @escaping (CommandContext) -> Void
  ) {
    self.definition = definition
    self.title = title ?? definition.title
    self.disabledReason = disabledReason
    self.isHidden = isHidden
    self.action = action
  }

  /// The name in the palette: its own title where it has one, else the label of the definition.
  package var label: String {
    title == definition.title ? definition.label : CommandDefinition.label(of: title)
  }

  /// Whether it can run.
  public var isEnabled: Bool { disabledReason == nil }
}

/// A command available for the current focus, with the keys that run it and the context it runs in.
///
/// Commands are collected on the path from the root view to the focused view.
package struct ActiveCommand {
  /// The command.
  package let command: Command
  /// The keys, after remapping; those that a deeper command or a field took are left out.
  package internal(set) var keys: [KeyEvent]
  /// The context in which it runs: the scope of its view, and the screen.
  package let context: CommandContext

  /// Does it, or says why not.
  package func run() {
    context.host.run(self)
  }
}
