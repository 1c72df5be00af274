extension TextWidth {
  /// The text, if it fits, else its start and `…` in at most so many cells; never cut within a glyph.
  package static func clipped(_ text: String, toCells width: Int) -> String {
    guard width > 0 else { return "" }
    guard !fits(text, cells: width) else { return text }
    return text.prefix(fitting(text, cells: width - 1)) + "…"
  }

  /// The text cut at the start so that its end is kept: paths, breadcrumbs, a field typed into.
  package static func tail(_ text: String, toCells width: Int) -> String {
    guard width > 0 else { return "" }
    guard !fits(text, cells: width) else { return text }
    return "…" + text.suffix(fitting(text.reversed(), cells: width - 1))
  }

  /// How many of the first glyphs take at most so many cells.
  private static func fitting(_ glyphs: some Sequence<Character>, cells width: Int) -> Int {
    var used = 0
    var count = 0
    for glyph in glyphs {
      used += cells(of: glyph)
      guard used <= width else { break }
      count += 1
    }
    return count
  }

  /// The text with spaces behind it, or before it, or cut, so that it takes exactly so many cells.
  package static func padded(
    _ text: String,
    toCells width: Int,
    isTrailing: Bool = false
  ) -> String {
    let text = clipped(text, toCells: width)
    let spaces = String(repeating: " ", count: max(0, width - cells(of: text)))
    return isTrailing ? spaces + text : text + spaces
  }

  /// The cells a glyph takes: the sum for its scalars.
  package static func cells(of character: Character) -> Int {
    var cells = 0
    for scalar in character.unicodeScalars { cells += TextWidth.cells(of: scalar) }
    return cells
  }

  /// Whether the text takes at most so many cells; reads no more of it than that needs.
  static func fits(_ text: String, cells width: Int) -> Bool {
    // A scalar of n bytes takes at most n cells, so that short text needs no count.
    if text.utf8.count <= width { return true }
    var used = 0
    for scalar in text.unicodeScalars {
      used += cells(of: scalar)
      if used > width { return false }
    }
    return true
  }
}
