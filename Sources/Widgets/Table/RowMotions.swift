import Terminal

/// The commands that move a cursor over rows.
enum RowMotions {
  static func commands(
    _ cursor: ListCursor,
    in source: any RowSource,
    page: Int
  ) -> [Command] {
    let page = max(1, page)
    let half = max(1, page / 2)
    return [
      step(.moveDown, cursor, source, 1), step(.moveUp, cursor, source, -1),
      step(.pageDown, cursor, source, page), step(.pageUp, cursor, source, -page),
      step(.halfPageDown, cursor, source, half), step(.halfPageUp, cursor, source, -half),
      Command(.toStart, isHidden: true) { _ in cursor.go(to: RowEnd.start, in: source) },
      Command(.toEnd, isHidden: true) { _ in cursor.go(to: RowEnd.end, in: source) },
    ]
  }

  private static func step(
    _ definition: CommandDefinition,
    _ cursor: ListCursor,
    _ source: any RowSource,
    _ rows: Int
  ) -> Command {
    Command(definition, isHidden: true) { context in
      let before = cursor.position
      if abs(rows) > 1 { cursor.top += rows }
      cursor.go(to: before + rows, in: source)
      if cursor.position == before { context.beep() }
    }
  }

  /// Moves with the wheel, and sets the cursor where the mouse is pressed.
  static func handle(
    _ event: TerminalEvent,
    _ cursor: ListCursor,
    in source: any RowSource,
    row: (Int) -> Int?
  ) -> Bool {
    guard case .mouse(let mouse) = event else { return false }
    switch mouse.action {
    case .scrollDown: cursor.go(to: cursor.position + 3, in: source)
    case .scrollUp: cursor.go(to: cursor.position - 3, in: source)
    case .press(.left):
      guard let position = row(mouse.position.y) else { return false }
      cursor.go(to: position, in: source)
    default: return false
    }
    return true
  }
}
