import Terminal

/// The top line of a page: breadcrumbs, what narrows the page, and at the right who is here and what may be done.
///
/// A path that does not fit is cut in the middle: where one is stays readable. A click on a crumb chooses it.
package struct TitleLine: NodeView {
  private let crumbs: [String]
  private let chips: [String]
  private let note: String
  private let badge: [String]
  private let onPress: (Int, CommandContext) -> Void

  /// A line for `crumbs`, outermost first, with `chips` behind them: what narrows the page.
  ///
  /// The note is shown when there is room for it; of the chips as many as there is room for, the last first. The badge
  /// is always shown, on a narrow screen its last parts.
  package init(
    _ crumbs: [String],
    chips: [String] = [],
    note: String = "",
    badge: [String] = [],
    onPress: @escaping (_ crumb: Int, CommandContext) -> Void = { _, _ in }
  ) {
    self.crumbs = crumbs.map { DisplayText.visible($0) }
    self.chips = chips
    self.note = DisplayText.visible(note)
    self.badge = badge.map { DisplayText.visible($0) }
    self.onPress = onPress
  }

  /// The node the view is drawn with.
  package func node(in context: ViewContext) -> Node {
    DeferredLineNode(context, ground: .titleBar) { canvas, line in
      let (start, y) = (line.frame.minX + 1, line.frame.minY)
      let room = max(0, line.frame.width - 2)
      let badge = badge(width: room / 2)
      let own = badge.isEmpty ? 0 : DisplayText.cells(badge) + 2
      let path = path(width: room - own)
      let title = path.map(\.text).joined(separator: Self.arrow)
      let used = canvas.write(title, x: start, y: y, style: line.style(of: .title))
      let chips = TitleLine.line(of: chips, width: room - own - used - 3)
      let taken = canvas.write(chips, x: start + used + 3, y: y, style: line.style(of: .accent))
      let end = room - max(0, own - 2)
      let left = end - used - (taken > 0 ? taken + 3 : 0) - 2
      if !badge.isEmpty { canvas.write(badge, x: start + room - own + 2, y: y, style: line.style) }
      let note = badge.isEmpty || note.isEmpty ? note : note + Self.dot
      guard left >= DisplayText.cells(note) else { return }
      canvas.write(
        note,
        x: start + end - DisplayText.cells(note),
        y: y,
        style: line.style(of: .dim)
      )
    } press: { x, line, context in
      let room = max(0, line.frame.width - 2)
      let badge = badge(width: room / 2)
      var start = line.frame.minX + 1
      for crumb in path(width: room - (badge.isEmpty ? 0 : DisplayText.cells(badge) + 2)) {
        let end = start + DisplayText.cells(crumb.text)
        if start..<end ~= x, let index = crumb.index {
          onPress(index, context)
          return true
        }
        start = end + DisplayText.cells(Self.arrow)
      }
      return false
    }
  }

  private static let arrow = " › "
  private static let dot = " · "

  /// The parts of the badge that fit, the last of them in any case.
  private func badge(width: Int) -> String {
    let parts = badge.indices.lazy.map { badge[$0...].joined(separator: Self.dot) }
    let fitting = parts.first { DisplayText.cells($0) <= width }
    return fitting ?? DisplayText.line(badge.last ?? "", width: width)
  }

  /// The crumbs that fit, with `…` for those that do not: the first and as many of the last ones as there is room for.
  private func path(width: Int) -> [(text: String, index: Int?)] {
    let all = crumbs.enumerated().map { (text: $1, index: Optional($0)) }
    func cells(_ path: [(text: String, index: Int?)]) -> Int {
      DisplayText.cells(path.map(\.text).joined(separator: Self.arrow))
    }
    guard let first = all.first, let last = all.last, cells(all) > width else { return all }
    let gap = [(text: "…", index: Int?.none)]
    let shortened =
      (1..<max(1, all.count - 1)).map { [first] + gap + all[($0 + 1)...] }
      + (1..<all.count).map { gap + all[$0...] }
    return shortened.first { cells($0) <= width }
      ?? [(DisplayText.tail(last.text, width: width), last.index)]
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
