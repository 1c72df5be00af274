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
    if let width = proposal.width { return Size(width: width, height: 1) }
    let shown = isSecure ? [] : memory.editor.content.characters(from: 0, limit: 200)
    let used = shown.isEmpty ? DisplayText.cells(placeholder) : shown.reduce(1) { $0 + cells($1) }
    return Size(width: max(20, used), height: 1)
  }

  /// What shows for a character: control characters as their pictures.
  private func shown(_ character: Character) -> String { WrappedRows.shown(character) }

  private func cells(_ character: Character) -> Int { DisplayText.cells(shown(character)) }

  /// Scrolls by whole characters so that the cursor is within the frame.
  override func placeChildren() {
    let cursor = memory.editor.cursor
    memory.offset = memory.editor.content.aligned(min(memory.offset, cursor))
    // From the cursor to the left: what is scrolled away is not looked at.
    var first = cursor
    var used = 0
    for character in memory.editor.content.characters(before: cursor, limit: frame.width).reversed()
    {
      used += cells(character)
      guard first > memory.offset, used < frame.width else { break }
      first -= character.utf8.count
    }
    // Where something is scrolled away its mark stands beside the cursor, not below it.
    if first == cursor, frame.width > 3,
      let before = memory.editor.content.characters(before: cursor, limit: 1).last
    {
      first -= before.utf8.count
    }
    memory.offset = first
  }

  /// What stands for a secret, however long it is.
  private static let secret = "••••••"

  override var hardwareCursor: Point? {
    guard !isReadOnly, frame.width > 0 else { return nil }
    if isSecure {
      let cells = memory.editor.content.count > 0 ? Self.secret.count : 0
      return Point(x: frame.minX + min(cells, frame.width - 1), y: frame.minY)
    }
    let used = memory.editor.content.string(in: memory.offset..<memory.editor.cursor)
      .reduce(0) { $0 + cells($1) }
    return Point(x: frame.minX + min(used, frame.width - 1), y: frame.minY)
  }

  override func draw(on canvas: inout Canvas) {
    let isFocused = canvas.isFocused(identity)
    // What was typed on an earlier visit is a step of the form by now; two histories would undo each other.
    if !isFocused { memory.editor.forgetSteps() }
    let fieldStyle = isFocused ? style.overlaid(with: palette[.field]) : style
    canvas.fill(frame, style: fieldStyle)
    guard memory.editor.content.count > 0 else {
      let dim = fieldStyle.overlaid(with: palette[.dim])
      canvas.write(placeholder, x: frame.minX, y: frame.minY, width: frame.width, style: dim)
      return
    }
    // Unfocused, the beginning is what tells fields apart.
    if isSecure {
      canvas.write(
        Self.secret,
        x: frame.minX,
        y: frame.minY,
        width: frame.width,
        style: fieldStyle
      )
      return
    }
    let visible = memory.editor.content.characters(
      from: isFocused ? memory.offset : 0,
      limit: frame.width * 4 + 8
    )
    var pieces = visible.map(shown)
    if isFocused, memory.offset > 0, let first = pieces.first {
      pieces[0] = "…" + String(repeating: " ", count: max(0, DisplayText.cells(first) - 1))
    }
    let line = pieces.joined()
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

  override func handOver() { memory.handOver(to: text) }
}
