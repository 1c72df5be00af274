/// One line of text to edit, with the keys of readline.
///
/// While it has the focus, every key that types something is text and never a command.
public struct TextField: NodeView {
  let text: Binding<String>
  let placeholder: String
  private(set) var isSecure = false
  private(set) var isDefaultFocus = false
  private(set) var isPassedOver = false
  private(set) var isReplaced = false
  private(set) var cursor: Int?
  private(set) var ground: FieldGround?
  private(set) var onSubmit: ((String) -> Void)?
  private(set) var step: ((String, _ place: Int, _ count: Int) -> String?)?

  /// A field for `text`; the placeholder stands there while it is empty.
  public init(_ placeholder: String = "", text: Binding<String>) {
    self.text = text
    self.placeholder = placeholder
  }

  /// Shows dots, always as many, however long the text is.
  public func secure(_ isSecure: Bool = true) -> TextField { with { $0.isSecure = isSecure } }

  /// Takes the focus when its page appears.
  public func defaultFocus() -> TextField { with { $0.isDefaultFocus = true } }

  /// Takes the focus only when it is asked for by name, or by the mouse.
  package func skippedInFocusOrder() -> TextField { with { $0.isPassedOver = true } }

  /// Lets what is typed first, when the field has just got the focus, take the place of its text.
  package func replacedByTyping() -> TextField { with { $0.isReplaced = true } }

  /// Puts the cursor at a place when the field appears, in bytes from the beginning; without one it is at the end.
  func cursor(at place: Int?) -> TextField { with { $0.cursor = place } }

  /// Shows the field on a ground of its own: how wide its values are is seen.
  package func ground(_ ground: FieldGround) -> TextField { with { $0.ground = ground } }

  /// Runs `action` with the text on Enter; without it Enter belongs to the page.
  public func onSubmit(_ action: @escaping (String) -> Void) -> TextField {
    with { $0.onSubmit = action }
  }

  /// Lets keys count the part of the text up or down at which the cursor is, in bytes from the beginning; `nil` from `step` where
  /// nothing can be counted.
  package func stepping(_ step: ((String, _ place: Int, _ count: Int) -> String?)?) -> TextField {
    with { $0.step = step }
  }

  /// The node the view is drawn with.
  package func node(in context: ViewContext) -> Node {
    TextFieldNode(self, in: context)
  }
}
