import Terminal

/// The status line of a page: the current message, else the page's own text, with a note at the right.
///
/// Long texts take more than one line.
package struct StatusLine: NodeView {
  private let text: Text
  private let note: Text
  private let details: [String]

  /// A line with `text` at the left and `note` at the right; a message of the host replaces the text.
  ///
  /// The first of the `details` that fits behind a text of one line is shown.
  package init(_ text: Text, note: Text = Text(""), details: [String] = []) {
    (self.text, self.note, self.details) = (text, note, details)
  }

  /// A line of plain words.
  package init(_ text: String = "", note: String = "") {
    self.init(Text(text), note: Text(note).dim())
  }

  /// The node the view is drawn with.
  package func node(in context: ViewContext) -> Node {
    let node = StatusLineNode(text.runs(in: context), note: note.runs(in: context), in: context)
    node.details = details.map { DisplayText.visible($0) }
    return node
  }
}

/// The node that lays out and draws a ``StatusLine``, and continues long text in lines below.
private final class StatusLineNode: ContextNode {
  private let text: [StyledRun]
  private let note: [StyledRun]
  var details: [String] = []

  init(_ text: [StyledRun], note: [StyledRun], in context: ViewContext) {
    (self.text, self.note) = (text, note)
    super.init(context)
  }

  override func isRigid(_ axis: Axis) -> Bool { axis == .vertical }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    let width = proposal.width ?? 0
    return Size(width: width, height: lines(width: width).count)
  }

  /// The message of the host if there is one, else the text.
  private var runs: [StyledRun] {
    guard let message = host.message else { return text }
    return [(message.markedText, style(of: message.role))]
  }

  private var noteCells: Int {
    note.reduce(0) { $0 + DisplayText.cells(DisplayText.visible($1.text)) }
  }

  /// The cells for the text, beside a note that leaves it enough.
  private func room(width: Int) -> (text: Int, showsNote: Bool) {
    let (room, cells) = (max(0, width - 2), noteCells)
    let showsNote = cells > 0 && cells + 2 <= room / 2
    return (showsNote ? room - cells - 2 : room, showsNote)
  }

  /// Returns the lines of the message: one in its own styles, or several in the style of its beginning.
  ///
  /// The number of lines is limited, so that most of the screen remains for the page.
  private func lines(width: Int) -> [[StyledRun]] {
    let runs = runs
    let room = room(width: width).text
    let whole = DisplayText.visible(runs.map(\.text).joined())
    guard let first = runs.first, room > 0, DisplayText.cells(whole) > room else { return [runs] }
    let most =
      host.message == nil ? max(1, host.size.height / 3) : StatusMessage.mostLines(of: host.size)
    var lines = TextWidth.wrapped(whole, toCells: room)
    if lines.count > most {
      // Drawn, it ends in `…`, and a message in the key that shows all of it.
      let rest = lines[(most - 1)...].joined(separator: " ")
      let key = messageKey
      let left = key.isEmpty ? rest : DisplayText.line(rest, width: room - DisplayText.cells(key))
      lines = lines.prefix(most - 1) + [left + key]
    }
    return lines.map { [($0, first.style)] }
  }

  /// The first of the details that leaves room between itself and the text.
  private func details(width: Int) -> String? {
    let used = text.reduce(0) { $0 + DisplayText.cells(DisplayText.visible($1.text)) }
    return details.first { used + 2 + DisplayText.cells($0) <= width }
  }

  /// The key behind a message that is cut; none where something in front keeps it from working.
  private var messageKey: String {
    guard host.message != nil, !host.isModal, let reader = host.messageReader,
      let key = host.keyBindings.keys(for: reader).first
    else { return "" }
    return " \(host.symbol(of: key)) shows all"
  }

  override func draw(on canvas: inout Canvas) {
    canvas.clipped(to: frame) { canvas in
      let (room, showsNote) = room(width: frame.width)
      for (index, line) in lines(width: frame.width).enumerated() {
        canvas.write(line, x: frame.minX + 1, y: frame.minY + index, width: room)
      }
      if host.message == nil, let details = details(width: room) {
        let start = frame.minX + 1 + room - DisplayText.cells(details)
        canvas.write(details, x: start, y: frame.minY, style: style)
      }
      if showsNote {
        canvas.write(note, x: frame.maxX - 1 - noteCells, y: frame.minY, width: noteCells)
      }
      canvas.shade(frame, palette[.bar])
    }
  }
}
