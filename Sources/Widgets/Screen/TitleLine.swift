import Terminal

/// The top line of a page: breadcrumbs that show the current location, and a note at the right.
///
/// Breadcrumbs that do not fit are cut from the left: the page itself stays readable.
package struct TitleLine: NodeView {
  private let crumbs: [String]
  private let chips: [String]
  private let note: String

  /// A line for `crumbs`, outermost first, with `chips` behind them: what narrows the page.
  ///
  /// The note stands there when there is room for it; of the chips as many as there is room for, the last first.
  package init(_ crumbs: [String], chips: [String] = [], note: String = "") {
    self.crumbs = crumbs
    self.chips = chips
    self.note = note
  }

  /// The node the view is drawn with.
  package func node(in context: ViewContext) -> Node {
    DeferredLineNode(context) { canvas, line in
      let (start, y) = (line.frame.minX + 1, line.frame.minY)
      let room = max(0, line.frame.width - 2)
      let path = crumbs.map { DisplayText.visible($0) }.joined(separator: " › ")
      let title = DisplayText.tail(path, width: room)
      let used = canvas.write(title, x: start, y: y, style: line.style(of: .title))
      let chips = TitleLine.line(of: chips, width: room - used - 3)
      let taken = canvas.write(chips, x: start + used + 3, y: y, style: line.style(of: .accent))
      let end = used + (taken > 0 ? taken + 3 : 0) + 2
      let left = room - end
      guard left >= DisplayText.cells(DisplayText.visible(note)), !note.isEmpty else { return }
      canvas.write(
        note,
        x: start + end,
        y: y,
        filling: left,
        alignment: .trailing,
        style: line.style(of: .dim)
      )
    }
  }

  /// Returns the last chips that fit into `width`, preceded by the number of omitted ones: `+2`.
  static func line(of chips: [String], width: Int) -> String {
    let texts = chips.map { DisplayText.visible($0) }
    for first in texts.indices {
      let line = ([first == 0 ? nil : "+\(first)"].compactMap(\.self) + texts[first...])
        .joined(separator: "   ")
      if DisplayText.cells(line) <= width { return line }
    }
    guard let last = texts.last, width >= 8 else { return "" }
    return DisplayText.line(last, width: width)
  }
}
