extension TextWidth {
  /// The text in lines of at most so many cells.
  ///
  /// Lines end between words, after a hyphen or between ideographs; a word longer than a line is cut. Spaces at the
  /// end of a line are left out, those at the start of the text stay.
  /// - Parameters:
  ///   - text: What is wrapped.
  ///   - width: Cells in a line.
  ///   - limit: So many lines are wanted at most; one more shows that there are others.
  /// - Returns: At least one line. A glyph that is wider than the lines stands alone in its line.
  package static func wrapped(
    _ text: String,
    toCells width: Int,
    limit: Int = .max
  ) -> [String] {
    guard width > 0 else { return [""] }
    guard !fits(text, cells: width) else { return [text] }
    var lines: [String] = []
    var line = WrappedLine(text: text, start: text.startIndex, width: width)
    var index = text.startIndex
    while index < text.endIndex {
      let character = text[index]
      if line.isFull(before: character) {
        let next = line.cut(before: index)
        lines.append(line.text(upTo: next))
        guard lines.count <= limit else { return lines }
        index = text[next...].firstIndex { $0 != " " } ?? text.endIndex
        guard index < text.endIndex else { return lines }
        line = WrappedLine(text: text, start: index, width: width)
        continue
      }
      line.take(character, at: index)
      index = text.index(after: index)
    }
    lines.append(line.text(upTo: text.endIndex))
    return lines
  }
}

/// The line that word wrapping is filling: its start, the cells used, and the last position where it may break.
private struct WrappedLine {
  let text: String
  let start: String.Index
  let width: Int
  var used = 0
  var lastBreak: String.Index?
  var previous: Character?

  func isFull(before character: Character) -> Bool {
    // A space at the border is left out of the line, so that it does not fill it.
    used > 0 && character != " " && used + TextWidth.cells(of: character) > width
  }

  mutating func take(_ character: Character, at index: String.Index) {
    if let previous, mayBreak(between: previous, and: character) { lastBreak = index }
    used += TextWidth.cells(of: character)
    previous = character
  }

  func cut(before index: String.Index) -> String.Index {
    if let previous, mayBreak(between: previous, and: text[index]) { return index }
    return lastBreak ?? index
  }

  func text(upTo end: String.Index) -> String {
    let line = text[start..<end]
    guard let last = line.lastIndex(where: { $0 != " " }) else { return "" }
    return String(line[...last])
  }

  private func mayBreak(between left: Character, and right: Character) -> Bool {
    if right == " " { return false }
    if left == " " || left == "-" || left == "—" || left == "–" { return true }
    guard TextWidth.cells(of: left) == 2 || TextWidth.cells(of: right) == 2 else { return false }
    // Closing marks never begin a line, opening ones never end one.
    return !isClosing(right) && !isOpening(left)
  }

  private func isClosing(_ character: Character) -> Bool {
    switch character.unicodeScalars.first {
    case "、", "。", "，", "．", "・", "：", "；", "？", "！", "ー", "」", "』", "）", "】", "〉", "》", "〕", "］",
      "｝", ",", ".", ":", ";", "?", "!", ")", "]", "}":
      true
    default: false
    }
  }

  private func isOpening(_ character: Character) -> Bool {
    switch character.unicodeScalars.first {
    case "「", "『", "（", "【", "〈", "《", "〔", "［", "｛", "(", "[", "{": true
    default: false
    }
  }
}
