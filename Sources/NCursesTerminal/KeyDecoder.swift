import Terminal

/// Turns what curses reads into events: keys, pasted text, mouse and focus.
///
/// Curses knows the keys of the terminal's description. Paste, focus, mouse and keys with modifiers it knows because
/// ``KeyTable`` defines them; a sequence that neither knows is swallowed, for its letters would run commands.
struct KeyDecoder {
  /// One thing that curses read.
  enum Input: Hashable {
    /// A character.
    case scalar(UInt32)
    /// A key with a code, of curses or of ``KeyTable``.
    case code(Int32)
  }

  private enum State {
    case ground
    /// After an escape that may begin Alt with a key.
    case escape
    /// After `ESC [` or `ESC O` (the introducer) that curses could not make sense of.
    case sequence(introducer: UInt32, length: Int)
    /// Within a mouse report.
    case mouse(String)
    /// Within pasted text.
    case paste(String.UnicodeScalarView)
  }

  private var state = State.ground
  private var events: [TerminalEvent] = []
  private var lastInput: ContinuousClock.Instant?

  /// A paste whose end never comes must not swallow what is typed later.
  private static let longestPauseInPaste = Duration.seconds(1)

  /// Takes one input.
  mutating func take(_ input: Input) {
    switch state {
    case .ground: takeInGround(input)
    case .escape: takeAfterEscape(input)
    case .sequence(let introducer, let length):
      takeInSequence(input, introducer: introducer, length: length)
    case .mouse(let report): takeInMouse(input, report: report)
    case .paste(let text): takeInPaste(input, text: text)
    }
  }

  /// Notes that input arrives now, before it is taken.
  mutating func inputArrives(at now: ContinuousClock.Instant) {
    defer { lastInput = now }
    guard case .paste(let text) = state, let lastInput,
      now - lastInput > KeyDecoder.longestPauseInPaste
    else { return }
    finishPaste(text)
  }

  /// The events so far; called when there is nothing left to read, which is what tells Esc from Alt.
  mutating func finish() -> [TerminalEvent] {
    switch state {
    case .escape: emit(KeyEvent(.escape))
    case .sequence(let introducer, 0): emit(introducer: introducer)
    case .sequence: state = .ground
    case .ground, .mouse, .paste: break
    }
    defer { events = [] }
    return events
  }

  private mutating func emit(_ key: KeyEvent) {
    events.append(.key(key))
    state = .ground
  }

  private mutating func emit(introducer: UInt32) {
    if let key = KeyTable.key(scalar: introducer) { emit(KeyEvent(key.key, .alt)) }
    state = .ground
  }

  private mutating func takeInGround(_ input: Input) {
    switch input {
    case .scalar(KeyTable.escape): state = .escape
    case .scalar(let value):
      if let key = KeyTable.key(scalar: value) { emit(key) }
    case .code(KeyTable.pasteStart): state = .paste(String.UnicodeScalarView())
    case .code(KeyTable.pasteEnd): break
    case .code(KeyTable.focusIn): events.append(.focus(true))
    case .code(KeyTable.focusOut): events.append(.focus(false))
    case .code(KeyTable.mouse): state = .mouse("")
    case .code(let code):
      if let key = KeyTable.key(code: code) { emit(key) }
    }
  }

  private mutating func takeAfterEscape(_ input: Input) {
    switch input {
    case .scalar(KeyTable.escape):
      emit(KeyEvent(.escape))
      state = .escape
    case .scalar(let value) where value == 0x5B || value == 0x4F:
      state = .sequence(introducer: value, length: 0)
    case .scalar(let value):
      state = .ground
      if let key = KeyTable.key(scalar: value) {
        emit(KeyEvent(key.key, key.modifiers.union(.alt)))
      }
    case .code(let code):
      state = .ground
      if let key = KeyTable.key(code: code) {
        emit(KeyEvent(key.key, key.modifiers.union(.alt)))
      } else {
        // Esc, and then something that is no key, such as a paste.
        emit(KeyEvent(.escape))
        takeInGround(input)
      }
    }
  }

  private mutating func takeInSequence(_ input: Input, introducer: UInt32, length: Int) {
    guard case .scalar(let value) = input, (0x20...0x7E).contains(value) else {
      // Not a sequence after all.
      if length == 0 { emit(introducer: introducer) }
      state = .ground
      takeInGround(input)
      return
    }
    let isFinal = value >= 0x40 && !(introducer == 0x5B && length == 0 && value == 0x5B)
    state = isFinal ? .ground : .sequence(introducer: introducer, length: length + 1)
  }

  private mutating func takeInMouse(_ input: Input, report: String) {
    guard case .scalar(let value) = input, let scalar = Unicode.Scalar(value), report.count < 20
    else {
      state = .ground
      takeInGround(input)
      return
    }
    switch scalar {
    case "0"..."9", ";": state = .mouse(report + String(scalar))
    case "M", "m":
      state = .ground
      if let event = MouseEvent(report: report, isRelease: scalar == "m") {
        events.append(.mouse(event))
      }
    default:
      state = .ground
      takeInGround(input)
    }
  }

  private mutating func takeInPaste(_ input: Input, text: String.UnicodeScalarView) {
    // No copy of the text for each of its characters.
    state = .ground
    var text = text
    switch input {
    case .code(KeyTable.pasteEnd):
      finishPaste(text)
      return
    case .scalar(let value):
      // Terminals send the line breaks of pasted text as the key Enter sends them.
      if let scalar = Unicode.Scalar(value) { text.append(scalar == "\r" ? "\n" : scalar) }
    case .code: break
    }
    state = .paste(text)
  }

  private mutating func finishPaste(_ text: String.UnicodeScalarView) {
    state = .ground
    events.append(.paste(String(text)))
  }
}

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
