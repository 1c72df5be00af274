import Terminal

/// Shows a long text to be read; it costs what is on the screen, however long the text is.
package struct TextPager: NodeView {
  private let text: LongText

  /// A pager at the place where `text` is.
  package init(_ text: LongText) { self.text = text }

  /// The node the view is drawn with.
  package func node(in context: ViewContext) -> Node {
    TextPagerNode(text, in: context)
  }
}

/// The node of a ``TextPager``: draws the visible rows of a long text, with line numbers if they are switched on, and scrolls.
private final class TextPagerNode: ContextNode {
  private let text: LongText

  init(_ text: LongText, in context: ViewContext) {
    self.text = text
    super.init(context)
  }

  override var focusIdentity: Identity? { identity }
  override var prefersDefaultFocus: Bool { true }

  override func isRigid(_ axis: Axis) -> Bool { false }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    Size(width: proposal.width ?? 80, height: proposal.height ?? 24)
  }

  override func draw(on canvas: inout Canvas) {
    let gutter = text.numberWidth
    canvas.clipped(to: frame) { canvas in
      let rows = text.rows(width: frame.width, height: frame.height)
      for (row, (number, range)) in rows.enumerated() {
        let y = frame.minY + row
        if let number {
          let digits = String(number)
          let x = frame.minX + gutter - 1 - digits.utf8.count
          canvas.write(digits, x: x, y: y, style: style(of: .dim))
        }
        let place = Rect(x: frame.minX + gutter, y: y, width: frame.width - gutter, height: 1)
        canvas.write(shown(range), x: place.minX, y: y, width: place.width, style: style)
        canvas.restyle(occurrencesOf: [text.query], in: place, palette[.match])
      }
    }
  }

  /// The part of a row that the screen has room for.
  private func shown(_ range: Range<Int>) -> String {
    guard !text.wraps else {
      return text.content.string(in: range).map(WrappedRows.shown).joined()
    }
    let edge = text.edge(of: range)
    var blanks = edge.blanks
    var line = ""
    var room = frame.width
    text.content.forEachCharacter(in: edge.place..<range.upperBound) { character in
      let cells = WrappedRows.cells(character)
      if line.isEmpty, text.left > 0 {
        // The mark of what is scrolled away, and the other half of a wide character that is.
        blanks += max(0, cells - 1)
        line = "…" + String(repeating: " ", count: blanks)
        room -= 1 + blanks
      } else {
        line += WrappedRows.shown(character)
        room -= cells
      }
      // One that has no room any more shows that the row goes on.
      return room >= 0
    }
    return line
  }

  override var commands: [Command] {
    let page = max(1, frame.height - 1)
    return [
      step(.moveDown, 1), step(.moveUp, -1), step(.pageDown, page), step(.pageUp, -page),
      step(.halfPageDown, max(1, page / 2)), step(.halfPageUp, -max(1, page / 2)),
      Command(.toStart, isHidden: true) { [text] _ in text.goToStart() },
      Command(.toEnd, isHidden: true) { [text] _ in text.goToEnd() },
      sideways(.moveRight, 8), sideways(.moveLeft, -8), sideways(.toFirstColumn, -(1 << 20)),
    ]
  }

  private func step(_ definition: CommandDefinition, _ rows: Int) -> Command {
    Command(definition, isHidden: true) { [text] context in
      if !text.scroll(by: rows) { context.beep() }
    }
  }

  private func sideways(_ definition: CommandDefinition, _ cells: Int) -> Command {
    Command(definition, isHidden: true) { [text] context in
      if !text.scrollSideways(by: cells) { context.beep() }
    }
  }

  override func handle(_ event: TerminalEvent, in context: CommandContext) -> Bool {
    guard case .mouse(let mouse) = event else { return false }
    switch mouse.action {
    case .scrollDown: return text.scroll(by: 3)
    case .scrollUp: return text.scroll(by: -3)
    default: return false
    }
  }
}
