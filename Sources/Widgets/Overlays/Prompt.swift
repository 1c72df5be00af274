/// A line at the bottom that asks for text: `/` for search, `:` for commands.
///
/// Up and down walk through the history, Tab completes, Enter submits, Esc gives up.
public struct Prompt: View {
  private let label: String
  private let history: [String]
  private let completions: (String) -> [String]
  private let onType: (String) -> Void
  private let onCancel: () -> Void
  private let onSubmit: (String, CommandContext) -> Void
  private var cursor: Int?
  @State private var text = ""
  @State private var state = PromptState()

  /// A prompt that starts with `text`.
  /// - Parameters:
  ///   - label: What stands before the field: `/`.
  ///   - text: What it starts with.
  ///   - history: Earlier texts, oldest first.
  ///   - completions: The whole texts that what was typed can become.
  ///   - onType: Called with the text whenever it has changed.
  ///   - onCancel: Called after the prompt was given up.
  ///   - onSubmit: Called with the text on Enter, after the prompt has closed.
  public init(
    _ label: String,
    text: String = "",
    history: [String] = [],
    completions: @escaping (String) -> [String] = { _ in [] },
    onType: @escaping (String) -> Void = { _ in },
    onCancel: @escaping () -> Void = {},
    onSubmit: @escaping (String, CommandContext) -> Void
  ) {
    self.label = label
    self.history = history
    self.completions = completions
    (self.onType, self.onCancel, self.onSubmit) = (onType, onCancel, onSubmit)
    _text = State(wrappedValue: text)
  }

  /// Puts the cursor at a place of the text at first, in bytes from the beginning; without one it is at the end.
  package func cursor(at place: Int?) -> Prompt {
    var prompt = self
    prompt.cursor = place
    return prompt
  }

  /// The label and the field, with completions above them.
  public var body: some View {
    VStack {
      if state.candidates.count > 1 {
        state.offer.wrap(4)
      }
      HStack(spacing: 0) {
        Text(label).role(.key)
        TextField(text: $text).defaultFocus().cursor(at: cursor)
      }
    }
    .commands {
      Command(.promptSubmit) { context in
        let text = text
        context.dismiss()
        onSubmit(text, context)
      }
      Command(.promptCancel) { context in
        context.dismiss()
        onCancel()
      }
      Command(.promptComplete, isHidden: true) { complete($0) }
      Command(.promptOlder, isHidden: true) { recall(1, $0) }
      Command(.promptNewer, isHidden: true) { recall(-1, $0) }
    }
    .onChange(of: text) { text in
      if text != state.completed { state.candidates = [] }
      onType(text)
    }
  }

  private func complete(_ context: CommandContext) {
    if state.candidates.count > 1 {
      state.index = (state.index + 1) % state.candidates.count
    } else {
      state.candidates = completions(text)
      state.index = 0
    }
    guard let candidate = state.candidate else { return context.beep() }
    state.completed = candidate
    text = candidate
  }

  private func recall(_ step: Int, _ context: CommandContext) {
    let age = state.age + step
    guard age >= 0, age <= history.count else { return context.beep() }
    if state.age == 0 { state.draft = text }
    state.age = age
    text = age == 0 ? state.draft : history[history.count - age]
  }
}

/// The completion and history state of a ``Prompt``, kept between keys: the completions for Tab and the recalled history entry.
///
/// The typed text itself is kept by the prompt; while an older entry is shown, it waits here as the draft.
private final class PromptState {
  var candidates: [String] = []
  var index = 0
  var completed = ""
  /// How many texts back in the history one is; 0 is what was typed.
  var age = 0
  var draft = ""

  var candidate: String? { candidates.indices.contains(index) ? candidates[index] : nil }

  /// The candidates beside each other, that in the field marked: of each what sets it apart, for all begin alike.
  var offer: Text {
    let start = commonStart
    let words = candidates.enumerated().map { position, candidate -> Text in
      Text(candidate.dropFirst(start)).role(position == index ? .key : .dim)
    }
    return words.dropFirst().reduce(words.first ?? Text("")) { $0 + Text("  ") + $1 }
  }

  /// How many characters all begin with, up to the last word of them.
  private var commonStart: Int {
    guard let first = candidates.first else { return 0 }
    let common = candidates.dropFirst().reduce(Substring(first)) {
      $0.prefix(zip($0, $1).prefix { $0 == $1 }.count)
    }
    let end = common.lastIndex { !($0.isLetter || $0.isNumber || $0 == "_") }
    return end.map { common.distance(from: common.startIndex, to: $0) + 1 } ?? 0
  }
}

extension CommandDefinition {
  static let promptSubmit =
    prompt(.safe, "promptSubmit", title: "go", keys: "enter", importance: 90)
    .saying("Accept the text of the prompt")
    .labeled("Submit")
    .alsoCalled("go", "ok")
  static let promptCancel =
    prompt(.safe, "promptCancel", title: "give up", keys: "esc ctrl-c ctrl-g", importance: 80)
    .saying("Close the prompt")
    .labeled("Cancel")
    .alsoCalled("give up")
  static let promptComplete =
    prompt(.safe, "promptComplete", title: "complete", keys: "tab", importance: 30)
    .saying("Complete the word")
    .alsoCalled("autocomplete")
  static let promptOlder = prompt(.safe, "promptOlder", title: "older", keys: "up ctrl-p")
    .saying("Show the entry before this one")
    .labeled("Older entry")
    .alsoCalled("history")
  static let promptNewer = prompt(.safe, "promptNewer", title: "newer", keys: "down ctrl-n")
    .saying("Show the entry after this one")
    .labeled("Newer entry")
    .alsoCalled("history")
}
