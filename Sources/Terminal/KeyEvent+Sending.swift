extension KeyEvent {
  /// The keys whose meaning no rule and no application changes, each with what it does.
  private static let kept: [KeyEvent: String] = [
    KeyEvent(.escape): "it goes back on every page",
    .control("c"): "it stops long operations",
    .control("z"): "it goes back to the shell",
  ]

  /// The letters that a terminal sends, with Ctrl held, as the byte of another key.
  private static let namesakes: [Character: Key] = [
    "h": .backspace, "i": .tab, "j": .enter, "m": .enter, "[": .escape,
  ]

  /// Why no command can be bound to the key, in a sentence; `nil` when one can.
  package var bindingRefusal: String? {
    if let meaning = KeyEvent.kept[self] { return "'\(self)' cannot be bound: \(meaning)" }
    guard !isSent else { return nil }
    let sent = substitute.map { "it sends '\($0)' instead" } ?? "choose another key"
    return "'\(self)' cannot be bound: no terminal sends it; \(sent)"
  }

  /// Whether terminals have bytes of their own for the key.
  package var isSent: Bool {
    let others = modifiers.subtracting(.alt)
    switch key {
    case .character(let character):
      guard character.unicodeScalars.count == 1, !modifiers.contains(.shift) else { return false }
      return others.isEmpty || character.isSentWithControl
    case .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert, .delete: return true
    case .escape: return modifiers.isEmpty
    case .enter, .tab, .backTab, .backspace, .function: return others.isEmpty
    }
  }

  /// The key that a terminal sends in place of this one.
  private var substitute: KeyEvent? {
    switch key {
    case .character(let character) where modifiers.contains(.control):
      return KeyEvent.namesakes[character].map { KeyEvent($0, modifiers.subtracting(.control)) }
    case .function(let number) where number <= 12:
      // xterm counts on: 12 with Shift, 24 with Ctrl, 36 with both.
      let shifted = modifiers.contains(.shift) ? 12 : 0
      let controlled = modifiers.contains(.control) ? 24 : 0
      return KeyEvent(.function(number + shifted + controlled), modifiers.intersection(.alt))
    default: return nil
    }
  }
}

extension Character {
  /// Whether Ctrl with the character is a byte that is no other key.
  fileprivate var isSentWithControl: Bool {
    switch self {
    case "h", "i", "j", "m": false
    case "a"..."z", " ", "\\", "]", "^", "_": true
    default: false
    }
  }
}
