extension Buffer {
  /// The frame as a picture in the SVG format, on a dark ground.
  ///
  /// Every run of cells of one style is stretched to the width of its cells, so that columns stand straight whatever
  /// fonts there are.
  package var svg: String {
    let (cellWidth, cellHeight) = (9, 18)
    let (width, height) = (size.width * cellWidth, size.height * cellHeight)
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" font-family="monospace" font-size="15">
      <rect width="100%" height="100%" fill="\(Color.ground)"/>

      """
    for y in 0..<size.height {
      for run in runs(ofRow: y) {
        let x = run.column * cellWidth
        let extent = run.count * cellWidth
        let (foreground, background) = run.style.shownColors
        if background != Color.ground {
          text +=
            "<rect x=\"\(x)\" y=\"\(y * cellHeight)\" width=\"\(extent)\" height=\"\(cellHeight)\""
            + " fill=\"\(background)\"/>\n"
        }
        guard run.text.contains(where: { $0 != " " }) else { continue }
        text +=
          "<text x=\"\(x)\" y=\"\(y * cellHeight + 14)\" textLength=\"\(extent)\""
          + " lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\""
          + " fill=\"\(foreground)\"\(run.style.textProperties)>\(run.text.escapedForXML)</text>\n"
      }
    }
    return text + "</svg>\n"
  }

  /// Adjacent cells of one row that have the same style, drawn as one text in the SVG image of the screen.
  private struct Run {
    var column: Int
    var count: Int
    var style: Style
    var text: String
  }

  private func runs(ofRow y: Int) -> [Run] {
    var runs: [Run] = []
    for (x, cell) in row(y).enumerated() {
      if let last = runs.last, last.style == cell.style {
        runs[runs.count - 1].count += 1
        runs[runs.count - 1].text += cell.text
      } else {
        runs.append(Run(column: x, count: 1, style: cell.style, text: cell.text))
      }
    }
    return runs
  }
}

extension Style {
  /// The colours as they show: exchanged if the style is reversed.
  fileprivate var shownColors: (foreground: String, background: String) {
    let colors = (foreground.hex ?? Color.ink, background.hex ?? Color.ground)
    return attributes.contains(.reverse) ? (colors.1, colors.0) : colors
  }

  fileprivate var textProperties: String {
    var properties = ""
    if attributes.contains(.bold) { properties += " font-weight=\"bold\"" }
    if attributes.contains(.dim) { properties += " opacity=\"0.6\"" }
    if attributes.contains(.italic) { properties += " font-style=\"italic\"" }
    let lines = [
      attributes.contains(.underline) ? "underline" : nil,
      attributes.contains(.strikethrough) ? "line-through" : nil,
    ].compactMap { $0 }
    if !lines.isEmpty { properties += " text-decoration=\"\(lines.joined(separator: " "))\"" }
    return properties
  }
}

extension Color {
  fileprivate static let ground = "#1e1e1e"
  fileprivate static let ink = "#d4d4d4"

  /// The colour as six hexadecimal digits; nil for the terminal's own.
  fileprivate var hex: String? {
    guard let index else { return nil }
    let (red, green, blue) = Color.components(of: index)
    return "#"
      + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension String {
  /// The text as it stands in XML, between tags and in quotes.
  package var escapedForXML: String {
    var escaped = ""
    for character in self {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
