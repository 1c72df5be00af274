import Terminal

/// The node that makes its child a form field: typing and text-editing keys stay in the field and never run commands.
///
/// This holds also for fields without a text, such as a toggle.
private final class FormFieldNode: Node {
  private let mayBegin: Bool

  init(child: Node, mayBegin: Bool) {
    self.mayBegin = mayBegin
    super.init(children: [child])
  }

  override var holdsDefaultFocus: Bool { mayBegin }

  override func takes(_ key: KeyEvent) -> Bool {
    key.typedCharacter != nil || Self.editingKeys.contains(key)
  }

  /// The keys that edit text.
  ///
  /// Fields without a text consume them too, so that they run no command by accident.
  private static let editingKeys: Set<KeyEvent> = [
    KeyEvent(.backspace), KeyEvent(.delete), KeyEvent(.left), KeyEvent(.right),
    KeyEvent(.backspace, .alt), KeyEvent(.backspace, .control), KeyEvent(.delete, .control),
    .control("a"), .control("b"), .control("d"), .control("e"), .control("f"), .control("h"),
    .control("k"), .control("u"), .control("w"), .control("y"),
  ]
}

extension View {
  /// Makes the view a field of a form.
  ///
  /// Letters, and the keys that edit a line, are its own and never commands of the page around it. The first field that
  /// `mayBegin` the form has the focus when the form appears.
  package func formField(mayBegin: Bool = false) -> some View {
    wrapped { node, _ in FormFieldNode(child: node, mayBegin: mayBegin) }
  }
}
