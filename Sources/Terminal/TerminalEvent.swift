/// Something done with the mouse, at a cell.
public struct MouseEvent: Hashable, Sendable {
  /// A button of the mouse.
  public enum Button: Hashable, Sendable {
    case left, middle, right
  }

  /// A mouse action.
  public enum Action: Hashable, Sendable {
    case press(Button)
    case release(Button)
    case drag(Button)
    case scrollUp, scrollDown
  }

  /// The mouse action.
  public let action: Action
  /// The cell it was done at.
  public let position: Point
  /// The modifiers held.
  public let modifiers: KeyEvent.Modifiers

  /// Makes an event.
  public init(_ action: Action, at position: Point, _ modifiers: KeyEvent.Modifiers = []) {
    self.action = action
    self.position = position
    self.modifiers = modifiers
  }
}

/// Something a terminal tells the program.
public enum TerminalEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(KeyEvent)
  /// Several characters arrived at once, line breaks for Enter among them: one text for a field, a row of keys elsewhere.
  case typed(String)
  /// Text was pasted; it is data and not a row of keys.
  case paste(String)
  /// The mouse was used; only while ``TerminalDriver/isMouseEnabled``.
  case mouse(MouseEvent)
  /// The screen has a new size; all of it must be drawn again.
  case resize(Size)
  /// The terminal's window gained or lost the keyboard.
  case focus(Bool)
  /// The program runs again after it was suspended.
  case resumed
  /// The program was asked to end, with this signal number; the exit code is 128 and the number.
  case terminate(signal: Int32)
}
