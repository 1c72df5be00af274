import Terminal

/// The top line of a page: where one is, and a note at the right.
///
/// Breadcrumbs that do not fit are cut from the left: the page itself stays readable.
public struct TitleLine: PrimitiveView {
  private let crumbs: [String]
  private let note: String

  /// A line for `crumbs`, outermost first.
  public init(_ crumbs: [String], note: String = "") {
    self.crumbs = crumbs
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
        let left = room - used - 2
        guard left > 0, !view.note.isEmpty else { return }
        canvas.write(
          view.note,
          x: frame.minX + 1 + used + 2,
          y: frame.minY,
          filling: left,
          alignment: .trailing,
          style: style.overlaid(with: palette[.dim])
        )
      }
    )
  }
}
