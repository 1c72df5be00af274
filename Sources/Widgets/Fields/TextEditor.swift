import RuleEnvironment
import Terminal

/// Text of several lines to edit; lines are not wrapped but scroll with the cursor.
public struct TextEditor: PrimitiveView {
  private let text: Binding<String>
  private let rows: Int

  /// An editor for `text`, `rows` lines high unless it is given more room.
  public init(text: Binding<String>, rows: Int = 5) {
    self.text = text
    self.rows = max(1, rows)
  }

  /// Makes the nodes `view` is drawn with.
  public static func makeNodes(
    _ view: Self,
    in context: ViewContext,
    into nodes: inout [Node]
  ) {
    let memory = context.identity.object { EditorMemory() }
    memory.follow(view.text.wrappedValue)
    nodes.append(
      TextEditorNode(memory: memory, text: view.text, rows: view.rows, context: context)
    )
  }
}

/// An editor of several lines, placed and drawn.
private final class TextEditorNode: Node {
  private let memory: EditorMemory
  private let text: Binding<String>
  private let rows: Int
  private let identity: Identity
  private let palette: Palette
  private let style: Style
  private let environment: EnvironmentValues
  private let lines: [ArraySlice<Character>]
  /// The line and the character in it where the cursor stands.
  private var place: (line: Int, column: Int)
  private var scrolledColumns = 0

  init(memory: EditorMemory, text: Binding<String>, rows: Int, context: ViewContext) {
    self.memory = memory
    self.text = text
    self.rows = rows
    identity = context.identity
    palette = context.palette
    style = context.style
    environment = context.environment
    let editor = memory.editor
    lines = editor.characters.split(omittingEmptySubsequences: false) { $0.isNewline }
    let line = editor.characters[..<editor.cursor].count { $0.isNewline }
    place = (line, editor.cursor - editor.lineStart)
    super.init(children: [])
  }

  override var focusIdentity: Identity? { identity }
  override var scope: EnvironmentValues? { environment }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    Size(width: proposal.width ?? 40, height: min(rows, proposal.height ?? rows))
  }

  override func placeChildren() {
    let height = max(1, frame.height)
    memory.offset = min(max(memory.offset, place.line - height + 1), place.line)
    scrolledColumns = max(0, cells(upTo: place.column) - max(0, frame.width - 1))
  }

  private func cells(upTo column: Int) -> Int {
    guard lines.indices.contains(place.line) else { return 0 }
    return DisplayText.cells(DisplayText.visible(String(lines[place.line].prefix(column))))
  }

  override var hardwareCursor: Point? {
    guard !frame.isEmpty else { return nil }
    return Point(
      x: frame.minX + cells(upTo: place.column) - scrolledColumns,
      y: frame.minY + place.line - memory.offset
    )
  }

  override func draw(on canvas: inout Canvas) {
    let isFocused = canvas.isFocused(identity)
    let fieldStyle = isFocused ? style.overlaid(with: palette[.field]) : style
    let scrolled = isFocused ? scrolledColumns : 0
    canvas.clipped(to: frame) { canvas in
      canvas.fill(frame, style: fieldStyle)
      for row in 0..<frame.height where lines.indices.contains(memory.offset + row) {
        let line = String(lines[memory.offset + row])
        canvas.write(
          line,
          x: frame.minX - scrolled,
          y: frame.minY + row,
          width: frame.width + scrolled,
          style: fieldStyle
        )
      }
    }
  }

  override func takes(_ key: KeyEvent) -> Bool { memory.editor.takes(key, isMultiline: true) }

  override func handle(_ event: TerminalEvent, in context: CommandContext) -> Bool {
    memory.handle(event, text: text, isMultiline: true)
  }
}
