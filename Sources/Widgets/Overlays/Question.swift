package import Terminal

/// A possible answer to a question on the screen: its keys, its title, and whether it leaves everything unchanged.
package struct QuestionAnswer {
  let keys: [KeyEvent]
  let title: String
  /// Whether it leaves everything as it is.
  let keeps: Bool

  /// Keys, and what each of them does.
  package init(_ keys: [KeyEvent], _ title: String, keeps: Bool = false) {
    (self.keys, self.title, self.keeps) = (keys, title, keeps)
  }
}

extension View {
  /// Makes this view a question: it stays until one of its keys answers it, and other keys say which do.
  ///
  /// Must be the front view, around the commands that answer; ``CommandDefinition/close`` leaves it.
  package func asking(_ answers: @escaping (ViewHost) -> [QuestionAnswer]) -> some View {
    wrapped { QuestionNode(answers, around: $0, in: $1) }
  }
}

/// The node of `asking`: holds the keys that answer a question, such as a confirmation, while it is the front view.
///
/// The host looks for it when a key arrives, and tells the user which keys answer.
final class QuestionNode: ContextNode {
  private let answers: [QuestionAnswer]

  init(
    _ answers: (ViewHost) -> [QuestionAnswer],
    around child: Node,
    in context: ViewContext
  ) {
    self.answers = answers(context.host)
    super.init(context, children: [child])
  }

  /// The answer that a key gives, on keyboards with other letters too.
  func answer(by key: KeyEvent) -> QuestionAnswer? {
    answers.first { $0.keys.contains(key) }
      ?? key.onLatinKeyboard.flatMap { latin in answers.first { $0.keys.contains(latin) } }
  }

  /// The keys that answer, each with what it does.
  func sentence(on host: ViewHost) -> String {
    answers.compactMap { answer in
      answer.keys.first.map { "\(host.symbol(of: $0)) \(answer.title)" }
    }
    .joined(separator: ", ")
  }
}

extension ViewHost {
  /// The question in front of everything.
  var question: QuestionNode? {
    isModal ? layers.last.flatMap { $0.node.question } : nil
  }

  /// Keeps a key from a question at which something else was typed: a letter of a word or command is no answer.
  ///
  /// The first key that answers only says what it does. Keys that type nothing, such as Esc, leave the question at once.
  /// - Returns: Whether the key is done with.
  func isKeptFromQuestion(_ key: KeyEvent, on path: [Node]) -> Bool {
    guard let front = modals.last, front === typedAstray, let question,
      !path.contains(where: { $0.takes(key) })
    else { return false }
    let answer = question.answer(by: key)
    if key.typedCharacter == nil, answer?.keeps ?? true { return false }
    guard answer != nil else { return sayAnswers(beginning: "Answer first") }
    typedAstray = nil
    return sayAnswers(beginning: "Press again, other keys came before")
  }

  /// Says which keys answer the question in front, if there is one: another key, a click or a pasted text does nothing.
  /// - Returns: Whether there is one.
  func refuseAtQuestion(_ event: TerminalEvent) -> Bool {
    guard question != nil else { return false }
    switch event {
    case .key(let key): if key.typedCharacter != nil { typedAstray = modals.last }
    case .mouse(let mouse): guard case .press = mouse.action else { return true }
    default: break
    }
    return sayAnswers(beginning: "Answer first")
  }

  private func sayAnswers(beginning: String) -> Bool {
    guard let question else { return false }
    // A tight screen has no line for it, and tells the keys below the question.
    if !CompactLayout.isTight(size) {
      say("\(beginning): \(question.sentence(on: self))", .warning)
    }
    beep()
    return true
  }
}

extension Node {
  /// The question that this view is, or the only view within it.
  fileprivate var question: QuestionNode? {
    var node: Node? = self
    while let current = node {
      if let question = current as? QuestionNode { return question }
      node = current.children.count == 1 ? current.children[0] : nil
    }
    return nil
  }
}
