import Terminal

/// One line of text to edit, with the keys of readline.
///
/// While it has the focus, every key that types something is text and never a command.
public struct TextField: PrimitiveView {
  private let text: Binding<String>
  private let placeholder: String
  private var isSecure = false
  private var isReadOnly = false
  private var isDefaultFocus = false
  private var onSubmit: ((String) -> Void)?

  /// A field for `text`; the placeholder stands there while it is empty.
  public init(_ placeholder: String = "", text: Binding<String>) {
    self.text = text
    self.placeholder = placeholder
  }

  /// Shows dots, always as many, however long the text is.
  public func secure(_ isSecure: Bool = true) -> TextField { with { $0.isSecure = isSecure } }

  /// Takes no text; letters are commands again.
  public func readOnly(_ isReadOnly: Bool = true) -> TextField {
    with { $0.isReadOnly = isReadOnly }
  }

  /// Takes the focus when its page appears.
  public func defaultFocus() -> TextField { with { $0.isDefaultFocus = true } }

  /// Runs `action` with the text on Enter; without it Enter belongs to the page.
  public func onSubmit(_ action: @escaping (String) -> Void) -> TextField {
    with { $0.onSubmit = action }
  }

  private func with(_ change: (inout TextField) -> Void) -> TextField {
    var field = self
    change(&field)
    return field
  }

  /// Makes the nodes `view` is drawn with.
  public static func makeNodes(
    _ view: Self,
    in context: ViewContext,
    into nodes: inout [Node]
  ) {
    let memory = context.identity.object { EditorMemory() }
    memory.follow(view.text.wrappedValue)
    let node = TextFieldNode(memory: memory, text: view.text, context: context)
    node.placeholder = view.placeholder
    node.isSecure = view.isSecure
    node.isReadOnly = view.isReadOnly
    node.isDefaultFocus = view.isDefaultFocus
    node.onSubmit = view.onSubmit
    nodes.append(node)
  }
}
