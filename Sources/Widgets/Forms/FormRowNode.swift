import Terminal

/// The node of a ``FormRow``: lays out and draws the label, the field, and the problem or hint.
final class FormRowNode: ContextNode {
  private let label: String
  private let state: FieldState
  let labelCells: Int
  /// The cells of the longest label in the form.
  var longestLabel: Int

  private static let gutter = 2
  private static let gap = 2
  private static let leastField = 12
  private static let leastNote = 16

  init(label: String, state: FieldState, context: ViewContext, child: Node) {
    self.label = DisplayText.visible(label) + (state.isRequired ? " *" : "")
    self.state = state
    labelCells = DisplayText.cells(self.label)
    longestLabel = labelCells
    super.init(context, children: [child])
  }

  /// The column layout of a form row: the widths of label, field and note, and the column at which the field begins.
  private struct Places {
    var label: Int
    var field: Int
    var fieldWidth: Int
    var noteWidth: Int
    /// The note stands below the field, for it does not fit beside it.
    var noteBelow: Bool
  }

  private var note: (text: String, role: Role)? {
    if let problem = state.problem { return ("✗ " + problem, .error) }
    return state.hint.map { ($0, .dim) }
  }

  private func places(width: Int) -> Places {
    let label = min(longestLabel, max(6, width * 2 / 5))
    let field = Self.gutter + label + Self.gap
    let room = max(0, width - field)
    guard let note else {
      return Places(label: label, field: field, fieldWidth: room, noteWidth: 0, noteBelow: false)
    }
    let cells = DisplayText.cells(DisplayText.visible(note.text))
    let size = children[0].measure(Proposal(width: room, height: nil))
    // What takes all the room it gets is as wide as it needs, so that the note stands beside it.
    let wanted = max(
      size.width < room ? size.width : children[0].measure(.ideal).width,
      Self.leastField
    )
    // A hint may be cut, and take room of the field; what is wrong is told whole, and what is typed stays seen.
    let isWrong = state.problem != nil
    let (leastField, leastNote) =
      isWrong ? (wanted, cells) : (Self.leastField, min(cells, Self.leastNote))
    // Beside several lines a note on what is wrong with them is not seen.
    guard size.height <= 1, room >= leastField + Self.gap + leastNote else {
      return Places(label: label, field: field, fieldWidth: room, noteWidth: room, noteBelow: true)
    }
    let noteWidth = min(cells, room - leastField - Self.gap)
    let fieldWidth = min(room - noteWidth - Self.gap, wanted)
    return Places(
      label: label,
      field: field,
      fieldWidth: fieldWidth,
      noteWidth: noteWidth,
      noteBelow: false
    )
  }

  /// Takes the width it is offered; its height follows from it.
  override func isRigid(_ axis: Axis) -> Bool {
    axis == .vertical && children[0].isRigid(.vertical)
  }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    guard let width = proposal.width else {
      let field = children[0].measure(.ideal)
      return Size(
        width: Self.gutter + longestLabel + Self.gap + field.width,
        height: max(1, field.height)
      )
    }
    let places = places(width: width)
    let field = children[0].measure(Proposal(width: places.fieldWidth, height: nil))
    return Size(width: width, height: max(1, field.height) + (places.noteBelow ? 1 : 0))
  }

  override func placeChildren() {
    let places = places(width: frame.width)
    let height = max(0, frame.height - (places.noteBelow && frame.height > 1 ? 1 : 0))
    children[0].place(
      Rect(
        x: frame.minX + places.field,
        y: frame.minY,
        width: places.fieldWidth,
        height: height
      )
    )
  }

  /// The label and the note are seen with the field.
  override func revealed(with rect: Rect) -> Rect {
    frame.height - rect.height <= 2 ? frame : rect
  }

  override func draw(on canvas: inout Canvas) {
    let places = places(width: frame.width)
    canvas.clipped(to: frame) { canvas in
      if state.isModified {
        canvas.write("●", x: frame.minX, y: frame.minY, style: style(of: .mark))
      }
      let isFocused = containsFocus(canvas)
      if isFocused {
        canvas.write("›", x: frame.minX + 1, y: frame.minY, style: style(of: .accent))
      }
      canvas.write(
        label,
        x: frame.minX + Self.gutter,
        y: frame.minY,
        width: places.label,
        style: isFocused ? style(of: .accent) : style
      )
      drawChildren(on: &canvas)
      guard let note else { return }
      let below = places.noteBelow
      canvas.write(
        note.text,
        x: below
          ? frame.minX + places.field : frame.minX + places.field + places.fieldWidth + Self.gap,
        y: below ? frame.maxY - 1 : frame.minY,
        width: places.noteWidth,
        style: style(of: note.role)
      )
    }
  }
}

extension Node {
  /// Whether the focused view is this one or stands in it.
  func containsFocus(_ canvas: Canvas) -> Bool {
    if let identity = focusIdentity, canvas.isFocused(identity) { return true }
    return children.contains { $0.containsFocus(canvas) }
  }
}
