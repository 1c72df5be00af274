public import Terminal

/// A question that must be answered before something that cannot be undone.
///
/// Esc, Enter and every other key keep things as they are; only the key named in the question confirms, and it
/// should differ from the key that asked.
public struct Confirm: View {
  private let question: String
  private let details: [String]
  private let verb: String
  private let key: KeyEvent
  private let onConfirm: (CommandContext) -> Void

  /// A question that `key` answers with yes; `details` say what will happen.
  public init(
    _ question: String,
    details: [String] = [],
    verb: String,
    key: KeyEvent = .character("y"),
    onConfirm: @escaping (CommandContext) -> Void
  ) {
    self.question = question
    self.details = details
    self.verb = verb
    self.key = key
    self.onConfirm = onConfirm
  }

  /// The question, what will happen, and the keys.
  public var body: some View {
    let keys = KeyButtons([(key, verb), (KeyEvent(.escape), "keep")])
    Panel {
      Sentences(first: Text(question).bold(), details: details, keys: keys)
    }
    .dismissedByKey { pressed, context in
      if pressed == key { onConfirm(context) }
    }
  }
}

/// Sentences that scroll where there is little room, above the keys that go on.
private struct Sentences: View {
  let first: Text
  let details: [String]
  let keys: KeyButtons

  var body: some View {
    VStack {
      ScrollView(isCompact: true) {
        first.wrap()
        ForEach(details) { Text($0).wrap() }
      }
      RoomyLine()
      keys
    }
  }
}

/// A blank line, where the screen has one to give away.
private struct RoomyLine: PrimitiveView {
  func makeNodes(in context: ViewContext, into nodes: inout [Node]) {
    if !SmallScreen.isTight(context.host.size) {
      Text("").makeNodes(in: context, into: &nodes)
    }
  }
}
