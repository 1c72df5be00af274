import Terminal

/// The cursor-movement commands of a list or table: by one row, by a screenful or half of one, and to either end.
struct RowNavigation {
  let cursor: ListCursor
  let source: any RowSource

  /// The commands that move it; a screenful is `page` rows.
  func commands(page: Int) -> [Command] {
    let page = max(1, page)
    let half = max(1, page / 2)
    return [
      step(.moveDown, by: 1), step(.moveUp, by: -1), step(.pageDown, by: page),
      step(.pageUp, by: -page), step(.halfPageDown, by: half), step(.halfPageUp, by: -half),
      Command(.toStart, isHidden: true) { _ in cursor.go(to: RowEnd.start, in: source) },
      Command(.toEnd, isHidden: true) { _ in cursor.go(to: RowEnd.end, in: source) },
    ]
  }

  private func step(_ definition: CommandDefinition, by rows: Int) -> Command {
    Command(definition, isHidden: true) { context in
      let before = cursor.position
      // A screenful scrolls as far as it moves; where the rows end the cursor goes on.
      if abs(rows) > 1 { cursor.top += rows }
      cursor.go(to: before + rows, in: source)
      guard cursor.position == before else { return }
      let isPassed =
        cursor.passesFocus && abs(rows) == 1 && context.host.moveFocus(by: rows, wrapping: false)
      if !isPassed { context.beep() }
    }
  }

  /// Moves with the wheel, and sets the cursor where the mouse is pressed; a second press does what Enter does.
  func handle(_ event: TerminalEvent, _ context: CommandContext, row: (Int) -> Int?) -> Bool {
    guard case .mouse(let mouse) = event else { return false }
    switch mouse.action {
    case .scrollDown: cursor.go(to: cursor.position + 3, in: source)
    case .scrollUp: cursor.go(to: cursor.position - 3, in: source)
    case .press(.left):
      guard let position = row(mouse.position.y) else { return false }
      cursor.go(to: position, in: source)
      if context.host.isSecondPress(at: mouse.position), cursor.position == position {
        context.host.handle(.key(KeyEvent(.enter)))
      }
    default: return false
    }
    return true
  }
}
