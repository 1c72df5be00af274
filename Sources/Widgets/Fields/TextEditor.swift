import Terminal

/// Text of several lines to edit; long lines are wrapped at words.
public struct TextEditor: NodeView {
  private let text: Binding<String>
  private let placeholder: String
  private let rows: Int
  private var ground: FieldGround?

  /// An editor for `text`, `rows` lines high unless it is given more room; the placeholder stands there while it is empty.
  public init(_ placeholder: String = "", text: Binding<String>, rows: Int = 5) {
    self.text = text
    self.placeholder = placeholder
    self.rows = max(1, Extent.limited(rows))
  }

  /// Shows the editor on a ground of its own: how wide its lines are is seen.
  package func ground(_ ground: FieldGround) -> TextEditor {
    var editor = self
    editor.ground = ground
    return editor
  }

  /// The node the view is drawn with.
  package func node(in context: ViewContext) -> Node {
    TextEditorNode(placeholder, text: text, rows: rows, ground: ground, in: context)
  }
}

/// The node of a multi-line text editor: wraps the text, scrolls to the cursor, and draws the visible rows.
private final class TextEditorNode: EditorNode {
  private let rows: Int

  init(
    _ placeholder: String,
    text: Binding<String>,
    rows: Int,
    ground: FieldGround?,
    in context: ViewContext
  ) {
    self.rows = rows
    super.init(placeholder, text: text, ground: ground, in: context)
  }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    Size(width: width(within: proposal.width), height: min(rows, proposal.height ?? rows))
  }

  override func width(within offer: Int?) -> Int {
    let most = ground?.width(around: 0) ?? .max
    return min(offer ?? min(40, most), most)
  }

  /// The text in rows that leave a cell for the cursor behind the last character.
  private var wrapped: WrappedRows { memory.wrapped(to: max(1, room.width - 1)) }

  /// Scrolls by whole rows so that the cursor is within the room, which is filled as far as there is text.
  override func placeChildren() {
    super.placeChildren()
    let wrapped = wrapped
    let cursor = memory.editor.cursor
    let height = max(1, room.height)
    let top = wrapped.start(above: min(memory.offset, wrapped.text.count), by: 0)
    let current = wrapped.start(above: cursor, by: 0)
    let shown = wrapped.rows(from: top, count: height)
    let isShown = shown.contains { $0.lowerBound == current }
    memory.offset =
      isShown || current < top
      ? min(top, current) : wrapped.start(above: cursor, by: height - 1)
    // After a low or narrow screen the beginning comes back.
    guard memory.offset > 0 else { return }
    let free = height - wrapped.rows(from: memory.offset, count: height).count
    if free > 0 { memory.offset = wrapped.start(above: memory.offset, by: free) }
  }

  override func place(at point: Point) -> Int? {
    let top = memory.isShownFocused ? memory.offset : 0
    let y = max(0, point.y - room.minY)
    let rows = wrapped.rows(from: top, count: y + 2)
    guard rows.indices.contains(y) else { return wrapped.text.count }
    let isLast = y + 1 == rows.count || rows[y + 1].lowerBound > rows[y].upperBound
    return wrapped.place(in: rows[y], atCells: point.x - room.minX, isLast: isLast)
  }

  override var hardwareCursor: Point? {
    guard !room.isEmpty else { return nil }
    let wrapped = wrapped
    let cursor = memory.editor.cursor
    let start = wrapped.start(above: cursor, by: 0)
    let above = wrapped.rows(from: memory.offset, count: room.height)
      .firstIndex { $0.lowerBound == start }
    return Point(
      x: room.minX + min(wrapped.cells(start..<cursor), room.width - 1),
      y: room.minY + (above ?? 0)
    )
  }

  override func draw(on canvas: inout Canvas) {
    let wrapped = wrapped
    canvas.clipped(to: frame) { canvas in
      guard let fieldStyle = drawGround(on: &canvas) else { return }
      // A person who is elsewhere reads from the beginning.
      let isFocused = canvas.isFocused(identity)
      let top = isFocused ? memory.offset : 0
      let selection = isFocused ? memory.editor.selection : 0..<0
      for (row, range) in wrapped.rows(from: top, count: room.height).enumerated() {
        var line = wrapped.text.string(in: range)[...]
        // Blanks that hang over the edge are no text that is cut.
        while line.last?.isWhitespace == true { line.removeLast() }
        canvas.write(
          line.map(WrappedRows.shown).joined(),
          x: room.minX,
          y: room.minY + row,
          width: room.width,
          style: fieldStyle
        )
        let selected = selection.clamped(to: range)
        canvas.restyle(
          Rect(
            x: room.minX + wrapped.cells(range.lowerBound..<selected.lowerBound),
            y: room.minY + row,
            width: wrapped.cells(selected),
            height: 1
          ),
          palette[.selectedText]
        )
      }
    }
  }

  // MARK: Keys

  override func takes(_ key: KeyEvent) -> Bool {
    switch key {
    case KeyEvent(.enter): true
    case KeyEvent(.up), KeyEvent(.up, .shift): row(by: -1) != nil
    case KeyEvent(.down), KeyEvent(.down, .shift): row(by: 1) != nil
    default: memory.editor.takes(key)
    }
  }

  override func take(typed text: Substring, in context: CommandContext) -> Substring {
    memory.insert(typed: text, text: self.text)
    return text[text.endIndex...]
  }

  override func handle(_ event: TerminalEvent, in context: CommandContext) -> Bool {
    switch event {
    case .mouse(let mouse): return point(mouse)
    case .key(KeyEvent(.up)): return moveRow(by: -1)
    case .key(KeyEvent(.down)): return moveRow(by: 1)
    case .key(KeyEvent(.up, .shift)): return moveRow(by: -1, selecting: true)
    case .key(KeyEvent(.down, .shift)): return moveRow(by: 1, selecting: true)
    case .key(KeyEvent(.enter)): memory.editor.type(memory.editor.lineBreak)
    default:
      guard memory.handle(event, text: text) else { return false }
      memory.column = nil
      return true
    }
    memory.column = nil
    memory.publish(to: text)
    return true
  }

  private func row(by step: Int) -> (row: Range<Int>, isLast: Bool)? {
    wrapped.row(beside: memory.editor.cursor, by: step)
  }

  /// Moves to the same column of another row; `false` when there is no such row.
  private func moveRow(by step: Int, selecting: Bool = false) -> Bool {
    guard let (row, isLast) = row(by: step) else { return false }
    let wrapped = wrapped
    let cursor = memory.editor.cursor
    let column = memory.column ?? wrapped.cells(wrapped.start(above: cursor, by: 0)..<cursor)
    let place = wrapped.place(in: row, atCells: column, isLast: isLast)
    if selecting { memory.editor.select(to: place) } else { memory.editor.move(to: place) }
    memory.column = column
    return true
  }
}
