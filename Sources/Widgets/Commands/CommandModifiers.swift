import RuleEnvironment
public import Terminal

/// A child with commands attached.
final class CommandsNode: ContextNode {
  private let attached: [Command]

  init(_ commands: [Command], on child: Node, in context: ViewContext) {
    attached = commands
    super.init(context, children: [child])
  }

  override var commands: [Command] { attached }
  override var scope: EnvironmentValues? { context.environment }
}

/// A child with a handler for raw events.
final class EventNode: ContextNode {
  private let handler: (TerminalEvent, CommandContext) -> Bool

  init(
    _ handler: @escaping (TerminalEvent, CommandContext) -> Bool,
    on child: Node,
    in context: ViewContext
  ) {
    self.handler = handler
    super.init(context, children: [child])
  }

  override var scope: EnvironmentValues? { context.environment }

  override func handle(_ event: TerminalEvent, in context: CommandContext) -> Bool {
    handler(event, context)
  }
}

/// Collects commands, with `if` and `for`.
public typealias CommandBuilder = ListBuilder<Command>

extension View {
  /// Attaches commands: they can run while this view, or one in it, has the focus.
  public func commands(@CommandBuilder _ commands: @escaping () -> [Command]) -> some View {
    wrapped { node, context in
      let list = EnvironmentValues.$current.withValue(context.environment) { commands() }
      return CommandsNode(list, on: node, in: context)
    }
  }

  /// Attaches one command; with `enabledIf` false its keys say `reason` instead of acting.
  public func command(
    _ definition: CommandDefinition,
    title: String? = nil,
    enabledIf isEnabled: Bool = true,
    else reason: String = "not possible here",
    isHidden: Bool = false,
    action: @escaping (CommandContext) -> Void
  ) -> some View {
    commands {
      Command(
        definition,
        title: title,
        disabledReason: isEnabled ? nil : reason,
        isHidden: isHidden,
        action: action
      )
    }
  }

  /// Sees events before commands do; `true` uses the event up.
  public func onEvent(
    _ handler: @escaping (TerminalEvent, CommandContext) -> Bool
  ) -> some View {
    wrapped { EventNode(handler, on: $0, in: $1) }
  }
}
