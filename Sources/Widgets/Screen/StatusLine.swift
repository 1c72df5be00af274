import Terminal

/// The line for what is going on: a message if there is one, else the page's own words.
public struct StatusLine: PrimitiveView {
  private let text: Text
  private let note: Text

  /// A line with `text` at the left and `note` at the right; a message of the host replaces the text.
  public init(_ text: Text, note: Text = Text("")) {
    self.text = text
    self.note = note
  }

  /// A line of plain words.
  public init(_ text: String = "", note: String = "") {
    self.init(Text(text), note: Text(note).dim())
  }

  /// Makes the nodes `view` is drawn with.
  public static func makeNodes(
    _ view: Self,
    in context: ViewContext,
    into nodes: inout [Node]
  ) {
    let style = context.style
    let palette = context.palette
    let text = view.text.runs(in: context)
    let note = view.note.runs(in: context)
    nodes.append(
      HostLineNode(host: context.host) { canvas, frame, host in
        let room = max(0, frame.width - 2)
        var runs = text
        if let message = host.message {
          let mark = message.role == .error ? "✗ " : message.role == .warning ? "! " : ""
          runs = [(mark + message.text, style.overlaid(with: palette[message.role]))]
        }
        let noteCells = note.reduce(0) { $0 + DisplayText.cells(DisplayText.visible($1.text)) }
        let showsNote = noteCells > 0 && noteCells + 2 <= room / 2
        let left = showsNote ? room - noteCells - 2 : room
        canvas.write(runs, x: frame.minX + 1, y: frame.minY, width: left)
        if showsNote {
          canvas.write(note, x: frame.minX + 1 + room - noteCells, y: frame.minY, width: noteCells)
        }
      }
    )
  }
}
