import RuleEnvironment
import Terminal

/// A field placed and drawn.
final class TextFieldNode: Node {
  private let memory: EditorMemory
  private let text: Binding<String>
  private let identity: Identity
  private let palette: Palette
  private let style: Style
  private let environment: EnvironmentValues
  var placeholder = ""
  var isSecure = false
  var isReadOnly = false
  var isDefaultFocus = false
  var onSubmit: ((String) -> Void)?

  init(memory: EditorMemory, text: Binding<String>, context: ViewContext) {
    self.memory = memory
    self.text = text
    identity = context.identity
    palette = context.palette
    style = context.style
    environment = context.environment
    super.init(children: [])
  }

  override var focusIdentity: Identity? { identity }
  override var prefersDefaultFocus: Bool { isDefaultFocus }
  override var scope: EnvironmentValues? { environment }

  override func isRigid(_ axis: Axis) -> Bool { axis == .vertical }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    Size(width: proposal.width ?? 20, height: 1)
  }

  /// What shows for a character: control characters as their pictures.
  private func shown(_ character: Character) -> String {
    isSecure ? "•" : DisplayText.visible(String(character))
  }

  /// Scrolls by whole characters so that the cursor is within the frame.
  override func placeChildren() {
    let characters = memory.editor.characters
    let cursor = memory.editor.cursor
    memory.offset = min(memory.offset, cursor)
    // From the cursor to the left: what is scrolled away is not looked at.
    var first = cursor
    var cells = 0
    while first > memory.offset {
      cells += DisplayText.cells(shown(characters[first - 1]))
      if cells >= frame.width { break }
      first -= 1
    }
    memory.offset = first
  }

  override var hardwareCursor: Point? {
    guard !isReadOnly, frame.width > 0 else { return nil }
    let cells = memory.editor.characters[memory.offset..<memory.editor.cursor]
      .reduce(0) { $0 + DisplayText.cells(shown($1)) }
    return Point(x: frame.minX + min(cells, frame.width - 1), y: frame.minY)
  }

  override func draw(on canvas: inout Canvas) {
    let isFocused = canvas.isFocused(identity)
    // What was typed on an earlier visit is a step of the form by now; two histories would undo each other.
    if !isFocused { memory.editor.forgetSteps() }
    let fieldStyle = isFocused ? style.overlaid(with: palette[.field]) : style
    canvas.fill(frame, style: fieldStyle)
    let characters = memory.editor.characters
    guard !characters.isEmpty else {
      let dim = fieldStyle.overlaid(with: palette[.dim])
      canvas.write(placeholder, x: frame.minX, y: frame.minY, width: frame.width, style: dim)
      return
    }
    // Unfocused, the beginning is what tells fields apart.
    let visible = characters[(isFocused ? memory.offset : 0)...].prefix(frame.width * 4 + 8)
    let line = visible.map(shown).joined()
    canvas.write(line, x: frame.minX, y: frame.minY, width: frame.width, style: fieldStyle)
  }

  override func takes(_ key: KeyEvent) -> Bool {
    guard !isReadOnly else { return false }
    return key == KeyEvent(.enter) ? onSubmit != nil : memory.editor.takes(key)
  }

  override func take(typed text: Substring, in context: CommandContext) -> Substring {
    guard !isReadOnly else { return text }
    let line = text.prefix { $0 != "\n" }
    guard !line.isEmpty else { return text }
    memory.insert(typed: line, text: self.text)
    return text[line.endIndex...]
  }

  override func handle(_ event: TerminalEvent, in context: CommandContext) -> Bool {
    guard !isReadOnly else { return false }
    if event == .key(KeyEvent(.enter)), let onSubmit {
      onSubmit(memory.editor.text)
      return true
    }
    return memory.handle(event, text: text)
  }
}
