extension Buffer {
  /// The text of every row, without the spaces at its end.
  package var lines: [String] { lines(trimmed: true) }

  /// The text of every row.
  /// - Parameter trimmed: Whether to leave out the spaces at the end of each row.
  /// - Returns: One string for each row.
  package func lines(trimmed: Bool) -> [String] {
    (0..<size.height).map { y in
      let row = row(y)
      let end =
        trimmed
        ? row.lastIndex { !$0.isContinuation && ($0.scalar != " " || $0.hasMarks) }
        : row.indices.last
      var bytes: [UInt8] = []
      bytes.reserveCapacity(2 * row.count)
      for index in row.startIndex..<((end ?? row.startIndex - 1) + 1)
      where !row[index].isContinuation {
        let cell = row[index]
        if cell.scalar.isASCII, !cell.hasMarks {
          bytes.append(UInt8(truncatingIfNeeded: cell.scalar.value))
        } else {
          bytes.append(contentsOf: cell.text.utf8)
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The frame as text with the escape sequences of colours and attributes, one line for each row.
  package var ansiText: String {
    var text = ""
    for y in 0..<size.height {
      var style = Style.plain
      for cell in row(y) where !cell.isContinuation {
        if cell.style != style {
          style = cell.style
          text += style.selectGraphicRendition
        }
        text += cell.text
      }
      if style != .plain { text += "\u{1B}[0m" }
      text += "\n"
    }
    return text
  }
}

extension Style {
  /// The escape sequence that makes a terminal draw in this style, whatever it drew in before.
  package var selectGraphicRendition: String {
    var codes = ["0"]
    let table: [(Attributes, String)] = [
      (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
      (.strikethrough, "9"),
    ]
    for (attribute, code) in table where attributes.contains(attribute) { codes.append(code) }
    if let index = foreground.index { codes.append(Style.code(of: index, base: 30)) }
    if let index = background.index { codes.append(Style.code(of: index, base: 40)) }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  private static func code(of index: UInt8, base: Int) -> String {
    switch index {
    case 0..<8: "\(base + Int(index))"
    case 8..<16: "\(base + 52 + Int(index))"
    default: "\(base + 8);5;\(index)"
    }
  }
}
