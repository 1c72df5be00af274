import Terminal

extension MouseEvent {
  /// Reads a report of the SGR protocol: button and modifiers, column and row from 1, separated by semicolons.
  ///
  /// https://invisible-island.net/xterm/ctlseqs/ctlseqs.html#h3-Extended-coordinates
  init?(report: String, isRelease: Bool) {
    let numbers = report.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 3, let code = numbers[0], let column = numbers[1], let row = numbers[2],
      column > 0, row > 0
    else { return nil }
    var modifiers: KeyEvent.Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    let action: Action
    switch code & ~(4 | 8 | 16) {
    case 64: action = .scrollUp
    case 65: action = .scrollDown
    case let number:
      let buttons: [Button] = [.left, .middle, .right]
      guard buttons.indices.contains(number & 3), number & ~(3 | 32) == 0 else { return nil }
      let button = buttons[number & 3]
      action = isRelease ? .release(button) : number & 32 != 0 ? .drag(button) : .press(button)
    }
    self.init(action, at: Point(x: column - 1, y: row - 1), modifiers)
  }
}
