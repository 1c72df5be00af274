/// A mouse event: a press, release, drag or scroll at a cell, with the modifier keys held.
public struct MouseEvent: Hashable, Sendable {
  /// The mouse button that was pressed, released or held while dragging.
  public enum Button: Hashable, Sendable {
    case left, middle, right
  }

  /// The kind of a mouse event: a press, release or drag of a button, or a turn of the wheel.
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

/// An input event from the terminal: keys, pasted text, the mouse, a new window size, focus, resumption, or a signal to end.
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
  /// The terminal told whether its background is light.
  case ground(isLight: Bool)
  /// The program runs again after it was suspended.
  case resumed
  /// The program was asked to end, with this signal number; the exit code is 128 and the number.
  case terminate(signal: Int32)
}
