import RuleEnvironment
import Widgets
import Workspace

extension CommandContext {
  /// Asks for a line of text at the bottom of the screen; what is refused stays there to be mended.
  /// - Parameters:
  ///   - label: What stands before the field.
  ///   - text: What it begins with.
  ///   - cursor: The place of the cursor in the text, in bytes; without one it is at the end.
  ///   - kind: Which history is offered, and added to.
  ///   - keeps: Whether what was entered is added to it.
  ///   - completions: The whole texts that what was typed can become; Tab offers them.
  ///   - typed: Hears of the text whenever it has changed.
  ///   - cancel: Called when the prompt was given up.
  ///   - submit: Takes the text, or says why not.
  func prompt(
    _ label: String,
    text: String = "",
    cursor: Int? = nil,
    history kind: PromptHistory.Kind? = nil,
    keeping keeps: @escaping (String) -> Bool = { _ in true },
    completions: @escaping (String) -> [String] = { _ in [] },
    typed: @escaping (String) -> Void = { _ in },
    cancel: @escaping () -> Void = {},
    then submit: @escaping (String) throws(PromptRefusal) -> Void
  ) {
    let history = environment[PageKeys.shared.userInterface]?.work.promptHistory
    present(.bottomLine) {
      Prompt(
        label,
        text: text,
        history: kind.flatMap { history?.entries(of: $0) } ?? [],
        completions: completions,
        onType: typed,
        onCancel: cancel
      ) { entered, context in
        if let kind, keeps(entered) { history?.add(entered, to: kind) }
        do throws(PromptRefusal) { try submit(entered) } catch {
          prompt(
            label,
            text: entered,
            cursor: error.place,
            history: kind,
            keeping: keeps,
            completions: completions,
            typed: typed,
            cancel: cancel,
            then: submit
          )
          context.say(error.sentence, .warning)
        }
      }
      .cursor(at: cursor)
    }
  }
}

extension UserInterface {
  /// Whether a page is on screen still, and nothing before it: what was looked up for a question is asked then.
  func shows(_ page: PageState, _ context: CommandContext) -> Bool {
    navigator.current === page && !context.host.isModal
  }
}

/// The Tab completion of the last typed word in a prompt, from a list of known words.
///
/// Used by the command line and by the prompt of a field with choices.
enum Completion {
  /// Completes the word behind the last blank by the words that `next` gives for what was typed.
  static func word(from next: @escaping (String) -> [String]) -> (String) -> [String] {
    { typed in
      let start = typed.lastIndex(of: " ").map { typed.index(after: $0) } ?? typed.startIndex
      let last = typed[start...].lowercased()
      guard !last.isEmpty else { return [] }
      return next(typed).filter { $0.lowercased().hasPrefix(last) }.map { typed[..<start] + $0 }
    }
  }
}
