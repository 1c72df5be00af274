import RuleEnvironment
public import Terminal

/// The node that attaches commands to a child view.
///
/// Makes the commands only when they are asked for: away from the focus most are never needed.
final class CommandsNode: ContextNode {
  private let make: () -> [Command]
  private lazy var attached = EnvironmentValues.$current.withValue(context.environment) { make() }

  init(_ make: @escaping () -> [Command], on child: Node, in context: ViewContext) {
    self.make = make
    super.init(context, children: [child])
  }

  override var commands: [Command] { attached }
  override var scope: EnvironmentValues? { context.environment }
}

/// The node of `onEvent`: passes terminal events to a handler before commands see them.
class EventNode: ContextNode {
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

/// The node of a view on which typing a letter or digit starts text input, even if a command has that key.
///
/// Passes the typed text to a handler.
final class TypingNode: EventNode {
  init(
    _ handler: @escaping (String, CommandContext) -> Void,
    on child: Node,
    in context: ViewContext
  ) {
    super.init(
      { event, context in
        guard let text = event.begunText else { return false }
        handler(text, context)
        return true
      },
      on: child,
      in: context
    )
  }

  override var hearsTyping: Bool { true }
}

extension TerminalEvent {
  /// The letter or digit that was typed, or a text that was pasted.
  fileprivate var begunText: String? {
    switch self {
    case .key(let key): key.beginsText ? key.typedCharacter.map(String.init) : nil
    case .paste(let text): text.isEmpty ? nil : text
    default: nil
    }
  }
}

extension KeyEvent {
  /// Whether the key types a letter or a digit.
  var beginsText: Bool { typedCharacter.map { $0.isLetter || $0.isNumber } ?? false }
}

/// Collects commands, with `if` and `for`.
public typealias CommandBuilder = ListBuilder<Command>

extension View {
  /// Attaches commands: they can run while this view, or one in it, has the focus.
  public func commands(@CommandBuilder _ commands: @escaping () -> [Command]) -> some View {
    wrapped { node, context in CommandsNode(commands, on: node, in: context) }
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

  /// Hands over the letter or digit with which a text begins, or a text that is pasted.
  ///
  /// Commands lose these keys, those of views within too. Other keys stay commands. Without a handler nothing changes.
  @ViewBuilder package func onTyping(_ handler: ((String, CommandContext) -> Void)?) -> some View {
    if let handler { wrapped { TypingNode(handler, on: $0, in: $1) } } else { self }
  }
}
