import Terminal

/// A full-screen, scrollable view of a message that is too long for the status line; other keys close it.
struct LongMessage: View {
  let message: StatusMessage

  var body: some View {
    ScrollView { Text(message.markedText).role(message.role).wrap() }
      .onEvent { event, context in
        guard case .key(let key) = event else { return true }
        guard !key.scrollsText else { return false }
        context.dismiss()
        return true
      }
  }
}

extension KeyEvent {
  /// Whether it scrolls what is read, and answers nothing.
  nonisolated var scrollsText: Bool {
    [.up, .down, .pageUp, .pageDown, .home, .end].contains(key)
  }
}

nonisolated extension StatusMessage {
  /// The sentence behind the mark of its kind.
  var markedText: String {
    (role == .error ? "✗ " : role == .warning ? "! " : "") + text
  }

  /// How many lines a message may take of a screen: the page keeps most of it, of a low screen one line.
  static func mostLines(of size: Size) -> Int {
    max(1, size.height / 3, min(size.height - 3, 6))
  }

  /// Whether all of it can be read below the page; `isCovered` where a prompt or question stands there.
  func fits(_ size: Size, isCovered: Bool) -> Bool {
    // Elsewhere there is room enough; what is longer is data, whose beginning tells what it is.
    guard CompactLayout.isTight(size) else { return true }
    guard size.width >= CompactLayout.least.width, size.height >= CompactLayout.least.height,
      !isCovered
    else { return false }
    let lines = DisplayText.wrapped(
      markedText,
      width: size.width - 2,
      limit: Self.mostLines(of: size)
    )
    return lines.count <= Self.mostLines(of: size)
  }
}
