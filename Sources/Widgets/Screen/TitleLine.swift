import Terminal

/// The top line of a page: where one is, and a note at the right.
///
/// Breadcrumbs that do not fit are cut from the left: the page itself stays readable.
public struct TitleLine: PrimitiveView {
  private let crumbs: [String]
  private let chips: [String]
  private let note: String

  /// A line for `crumbs`, outermost first, with `chips` behind them: what narrows the page.
  ///
  /// The note stands there when there is room for it; of the chips as many as there is room for, the last first.
  public init(_ crumbs: [String], chips: [String] = [], note: String = "") {
    self.crumbs = crumbs
    self.chips = chips
    self.note = note
  }

  /// Makes the nodes `view` is drawn with.
  public static func makeNodes(
    _ view: Self,
    in context: ViewContext,
    into nodes: inout [Node]
  ) {
    let style = context.style
    let palette = context.palette
    nodes.append(
      HostLineNode(host: context.host) { canvas, frame, _ in
        let room = max(0, frame.width - 2)
        let path = view.crumbs.map { DisplayText.visible($0) }.joined(separator: " › ")
        let title = DisplayText.tail(path, width: room)
        let titleStyle = style.overlaid(with: palette[.title])
        let used = canvas.write(title, x: frame.minX + 1, y: frame.minY, style: titleStyle)
        let chips = TitleLine.line(of: view.chips, width: room - used - 3)
        let taken = canvas.write(
          chips,
          x: frame.minX + 1 + used + 3,
          y: frame.minY,
          style: style.overlaid(with: palette[.accent])
        )
        let start = used + (taken > 0 ? taken + 3 : 0) + 2
        let left = room - start
        guard left >= DisplayText.cells(DisplayText.visible(view.note)), !view.note.isEmpty else {
          return
        }
        canvas.write(
          view.note,
          x: frame.minX + 1 + start,
          y: frame.minY,
          filling: left,
          alignment: .trailing,
          style: style.overlaid(with: palette[.dim])
        )
      }
    )
  }

  /// As many of `chips` as fit, from the last back; those that do not are counted.
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
