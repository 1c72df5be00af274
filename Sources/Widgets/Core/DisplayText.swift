import Terminal

/// The functions that prepare text for display: they sanitize, measure, cut and wrap it, with a fast path for ASCII.
nonisolated enum DisplayText {
  /// Whether `text` is printable ASCII, one cell to a byte.
  static func isPlain(_ text: String) -> Bool { Sanitizer.isPrintableASCII(text) }

  /// `text` as one line in which nothing can drive the terminal; of a very long one the start.
  static func visible(_ text: String) -> String {
    let text = screenPrefix(text)
    return isPlain(text) ? text : Sanitizer.visible(text)
  }

  /// The start of `text` as a harmless line: all that any screen could show of it.
  static func start(_ text: String) -> String { visible(text) }

  /// Returns the beginning of a long text, more than any screen can show, to avoid processing all of it.
  private static func screenPrefix(_ text: String) -> String {
    text.utf8.count > 40_000 ? String(text.unicodeScalars.prefix(10_000)) : text
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
    let end = text.utf8.count > 40_000 ? String(text.unicodeScalars.suffix(10_000)) : text
    return TextWidth.tail(visible(end), toCells: width)
  }

  /// The lines of `text`, each harmless: a line break in data is a line break here.
  static func lines(_ text: String) -> [String] { allLines(of: screenPrefix(text)) }

  private static func allLines(of text: String) -> [String] {
    isPlain(text) ? [text] : Sanitizer.visibleLines(text)
  }

  /// The lines of `text`, wrapped at words so that each fits `width` cells.
  ///
  /// With a `limit` no more of the text is looked at than that many lines can show; one line more than the limit says
  /// that there are others.
  static func wrapped(_ text: String, width: Int, limit: Int? = nil) -> [String] {
    guard width > 0 else { return [] }
    guard let limit else { return rows(of: screenPrefix(text), width: width, limit: .max - 1) }
    // Mostly a scalar is a cell or two; for marks and controls, which take none, there is more.
    let likely = (min(limit, 1_000) + 1) * (min(width, 250) + 8)
    let most = width > 1_000 ? likely : likely * 8
    var count = likely
    while true {
      let part = text.utf8.count > count ? String(text.unicodeScalars.prefix(count)) : text
      var rows = rows(of: part, width: width, limit: limit)
      guard rows.count <= limit, part.utf8.count < text.utf8.count else { return rows }
      guard count < most else {
        // What fills no line and goes on all the same, as a letter with marks without end.
        rows[rows.count - 1] += "…"
        return rows
      }
      count = min(most, count * 4)
    }
  }

  private static func rows(of text: String, width: Int, limit: Int) -> [String] {
    var rows: [String] = []
    for line in allLines(of: text) where rows.count <= limit {
      rows +=
        line.utf8.count <= width
        ? [line] : TextWidth.wrapped(line, toCells: width, limit: limit - rows.count)
    }
    return rows
  }
}
