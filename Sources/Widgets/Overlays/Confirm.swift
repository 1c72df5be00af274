/// A question that must be answered before something that cannot be undone.
///
/// The key of ``CommandDefinition/confirm`` confirms, Esc keeps things as they are; other keys say so and do nothing.
public struct Confirm: View {
  private let question: String
  private let details: [String]
  private let verb: String
  private let keepTitle: String
  private let onConfirm: (CommandContext) -> Void

  /// A question that a key answers with yes; `details` say what will happen, and `keepTitle` what Esc does.
  public init(
    _ question: String,
    details: [String] = [],
    verb: String,
    keepTitle: String = "keep",
    onConfirm: @escaping (CommandContext) -> Void
  ) {
    self.question = question
    self.details = details
    self.verb = verb
    self.keepTitle = keepTitle
    self.onConfirm = onConfirm
  }

  /// The question, what will happen, and the keys.
  public var body: some View {
    Panel {
      Sentences(first: Text(question).bold(), details: details, verb: verb, keepTitle: keepTitle)
    }
    .withoutKeys()
    .commands {
      Command(.confirm, title: verb) { context in
        context.dismiss()
        onConfirm(context)
      }
      Command(.close, title: keepTitle) { $0.dismiss() }
    }
    .asking { host in
      [
        QuestionAnswer(host.keyBindings.keys(for: .confirm), verb),
        QuestionAnswer(host.keyBindings.keys(for: .close), keepTitle, keeps: true),
      ]
    }
  }
}

extension CommandDefinition {
  private static let asking = CommandHeading("Question")

  /// Answers a question with yes.
  static let confirm = asking(.safe, "confirm", keys: "y", importance: 90)
    .saying("Answer the question with yes")
    .alsoCalled("yes", "ok")
}

/// The content of a dialog: a first sentence and details, scrollable on small screens, above the answer keys.
private struct Sentences: View {
  let first: Text
  let details: [String]
  let verb: String
  let keepTitle: String

  var body: some View {
    VStack {
      ScrollView(isCompact: true) {
        first.wrap()
        ForEach(details) { Text($0).wrap() }
      }
      OptionalBlankLine()
      AnswerKeys(verb: verb, keepTitle: keepTitle)
    }
  }
}

/// The line of key buttons below a confirmation question: the confirming key and the cancelling key, as currently bound.
private struct AnswerKeys: PrimitiveView {
  let verb: String
  let keepTitle: String

  func makeNodes(in context: ViewContext, into nodes: inout [Node]) {
    let answers: [(CommandDefinition, String)] = [(.confirm, verb), (.close, keepTitle)]
    let keys = answers.compactMap { definition, title in
      context.host.keyBindings.keys(for: definition).first.map { ($0, title) }
    }
    KeyButtons(keys).makeNodes(in: context, into: &nodes)
  }
}

/// A blank line that is left out on small screens.
private struct OptionalBlankLine: PrimitiveView {
  func makeNodes(in context: ViewContext, into nodes: inout [Node]) {
    if !CompactLayout.isTight(context.host.size) {
      Text("").makeNodes(in: context, into: &nodes)
    }
  }
}
