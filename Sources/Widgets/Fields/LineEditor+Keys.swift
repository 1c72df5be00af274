package import Terminal

nonisolated extension LineEditor {
  /// Does what readline does for `key`.
  /// - Returns: Whether the key was one of editing; all that type something are.
  package mutating func handle(_ key: KeyEvent) -> Bool {
    if let character = key.typedCharacter {
      type(character)
      return true
    }
    return handlesSelection(key) || handlesMove(key) || handlesDeletion(key)
  }

  /// Whether ``handle(_:)`` would do something for `key` now; a character typed always does.
  package func takes(_ key: KeyEvent) -> Bool {
    switch key {
    case .control("_"), .control("/"): return canUndo
    case KeyEvent(.character("_"), .alt): return canRedo
    case KeyEvent(.character("w"), .alt): return !selection.isEmpty
    default:
      // All others are taken whatever the text is.
      var trial = LineEditor()
      return trial.handle(key)
    }
  }

  /// Keys that select, held with Shift, and those that mean what is selected where something is.
  private mutating func handlesSelection(_ key: KeyEvent) -> Bool {
    if key.modifiers.contains(.shift) {
      var moved = self
      guard moved.handlesMove(KeyEvent(key.key, key.modifiers.subtracting(.shift))) else {
        return false
      }
      select(to: moved.cursor)
      return true
    }
    guard !selection.isEmpty else { return false }
    switch key {
    case KeyEvent(.left): move(to: selection.lowerBound)
    case KeyEvent(.right): move(to: selection.upperBound)
    case KeyEvent(.backspace), .control("h"), KeyEvent(.delete), .control("d"): delete(selection)
    case .control("w"): kill(selection)
    case KeyEvent(.character("w"), .alt): keepSelection()
    default: return false
    }
    return true
  }

  private mutating func handlesMove(_ key: KeyEvent) -> Bool {
    switch key {
    case KeyEvent(.left), .control("b"): move(by: -1)
    case KeyEvent(.right), .control("f"): move(by: 1)
    case KeyEvent(.home), .control("a"): move(to: lineStart)
    case KeyEvent(.end), .control("e"): move(to: lineEnd)
    case KeyEvent(.character("b"), .alt), KeyEvent(.left, .control), KeyEvent(.left, .alt):
      move(to: wordStart)
    case KeyEvent(.character("f"), .alt), KeyEvent(.right, .control), KeyEvent(.right, .alt):
      move(to: wordEnd)
    case KeyEvent(.home, .control): move(to: 0)
    case KeyEvent(.end, .control): move(to: end)
    default: return false
    }
    return true
  }

  private mutating func handlesDeletion(_ key: KeyEvent) -> Bool {
    switch key {
    case KeyEvent(.backspace), .control("h"):
      delete(previousCharacter..<cursor)
    case KeyEvent(.delete), .control("d"):
      delete(cursor..<nextCharacter)
    case .control("k"):
      kill(cursor..<(lineEnd == cursor ? nextCharacter : lineEnd))
    case .control("u"): kill(lineStart..<cursor)
    case .control("w"): kill(bigWordStart..<cursor)
    case KeyEvent(.backspace, .alt), KeyEvent(.backspace, .control): kill(wordStart..<cursor)
    case KeyEvent(.character("d"), .alt), KeyEvent(.delete, .control): kill(cursor..<wordEnd)
    case .control("y"): yank()
    // With nothing left to take back here the form may have something.
    case .control("_"), .control("/"): return undo()
    case KeyEvent(.character("_"), .alt): return redo()
    default: return false
    }
    return true
  }
}
