import Terminal

/// Text on its way to cells: made harmless, measured, cut and wrapped.
nonisolated enum DisplayText {
  /// Whether `text` is printable ASCII, one cell to a byte.
  static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  /// `text` as one line in which nothing can drive the terminal.
  static func visible(_ text: String) -> String {
    isPlain(text) ? text : Sanitizer.visible(text)
  }

  /// The start of `text` as a harmless line: all that any screen could show of it.
  static func start(_ text: String) -> String {
    isPlain(text) ? text : Sanitizer.visible(text, upTo: 10_000)
  }

  /// The cells that text which passed ``visible(_:)`` takes.
  static func cells(_ clean: String) -> Int {
    isPlain(clean) ? clean.utf8.count : TextWidth.cells(of: clean)
  }

  /// `text` as one harmless line of at most `width` cells, cut with `…`.
  static func line(_ text: String, width: Int) -> String {
    guard width > 0 else { return "" }
    if text.utf8.count <= width, isPlain(text) { return text }
    // Far more scalars than fit: a megabyte that is cut to a column is not read to its end.
    let most = width < 10_000 ? width * 8 + 64 : .max
    return TextWidth.clipped(Sanitizer.visible(text, upTo: most), toCells: width)
  }

  /// `text` cut from the left: its end fills at most `width` cells.
  static func tail(_ text: String, width: Int) -> String {
    guard width > 0 else { return "" }
    return TextWidth.tail(visible(text), toCells: width)
  }

  /// The lines of `text`, each harmless: a line break in data is a line break here.
  static func lines(_ text: String) -> [String] {
    isPlain(text) ? [text] : Sanitizer.visibleLines(text)
  }

  /// The lines of `text`, wrapped at words so that each fits `width` cells.
  static func wrapped(_ text: String, width: Int) -> [String] {
    guard width > 0 else { return [] }
    return lines(text).flatMap { line in
      line.utf8.count <= width ? [line] : TextWidth.wrapped(line, toCells: width)
    }
  }
}
