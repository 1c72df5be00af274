/// Where text stands in a space wider than it.
public enum TextAlignment: Hashable, Sendable, CaseIterable {
  case left, center, right
}

extension TextWidth {
  /// The text cut at the end so that it takes at most so many cells, and never within a glyph.
  /// - Parameters:
  ///   - text: One line that can be shown.
  ///   - width: The cells there are.
  ///   - ellipsis: What stands for the part cut off; empty to cut without a sign.
  /// - Returns: The text itself if it fits, else its start and the ellipsis.
  public static func clipped(_ text: String, toCells width: Int, ellipsis: String = "…") -> String {
    guard width > 0 else { return "" }
    guard !fits(text, cells: width) else { return text }
    let sign = cells(of: ellipsis) <= width ? ellipsis : ""
    let room = width - cells(of: sign)
    var used = 0
    var end = text.startIndex
    for character in text {
      let next = used + cells(of: character)
      guard next <= room else { break }
      used = next
      end = text.index(after: end)
    }
    return String(text[..<end]) + sign
  }

  /// The text cut at the start so that its end is kept: paths, breadcrumbs, a field typed into.
  public static func tail(_ text: String, toCells width: Int, ellipsis: String = "…") -> String {
    guard width > 0 else { return "" }
    guard !fits(text, cells: width) else { return text }
    let sign = cells(of: ellipsis) <= width ? ellipsis : ""
    let room = width - cells(of: sign)
    var used = 0
    var start = text.endIndex
    while start > text.startIndex {
      let previous = text.index(before: start)
      let next = used + cells(of: text[previous])
      guard next <= room else { break }
      used = next
      start = previous
    }
    return sign + String(text[start...])
  }

  /// The text with spaces added, or cut, so that it takes exactly so many cells.
  public static func padded(
    _ text: String,
    toCells width: Int,
    alignment: TextAlignment = .left,
    ellipsis: String = "…"
  ) -> String {
    let text = clipped(text, toCells: width, ellipsis: ellipsis)
    let free = max(0, width - cells(of: text))
    let left =
      switch alignment {
      case .left: 0
      case .center: free / 2
      case .right: free
      }
    return spaces(left) + text + spaces(free - left)
  }

  /// The cells a glyph takes: the sum for its scalars.
  public static func cells(of character: Character) -> Int {
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

  private static func spaces(_ count: Int) -> String {
    String(repeating: " ", count: count)
  }
}
