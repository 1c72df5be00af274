import Terminal
import Widgets

extension CommandContext {
  /// Asks for a line of text at the bottom of the screen; `completions` are words Tab offers.
  func prompt(
    _ label: String,
    completions words: [String] = [],
    then submit: @escaping (String) -> Void
  ) {
    prompt(label, completing: { _ in words }, then: submit)
  }

  /// Asks for a line of text that begins with `text`; `completing` gives the words Tab offers behind what was typed.
  func prompt(
    _ label: String,
    text: String = "",
    completing words: @escaping (String) -> [String],
    then submit: @escaping (String) -> Void
  ) {
    present(.bottomLine) {
      Prompt(
        label,
        text: text,
        completions: { typed in
          let start = typed.lastIndex(of: " ").map { typed.index(after: $0) } ?? typed.startIndex
          let last = typed[start...].lowercased()
          guard !last.isEmpty else { return [] }
          return words(typed).filter { $0.lowercased().hasPrefix(last) }.map {
            typed[..<start] + $0
          }
        }
      ) { text, _ in submit(text) }
    }
  }

  /// Asks before something that cannot be undone.
  func confirm(
    _ question: String,
    confirmTitle: String,
    key: Character,
    then confirmed: @escaping () -> Void
  ) {
    present {
      Confirm(question, verb: confirmTitle, key: .character(key)) { _ in confirmed() }
    }
  }
}
