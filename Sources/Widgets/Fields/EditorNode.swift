import RuleEnvironment
import Terminal

/// The base class of text fields and multi-line editors: a text edited with the keyboard.
class EditorNode: ContextNode {
  final let text: Binding<String>
  final let memory: EditorMemory
  final let ground: FieldGround?
  private let placeholder: String
  /// The cells that the field takes of its frame, edges included.
  private var box = Rect(x: 0, y: 0, width: 0, height: 0)
  /// The cells of the text.
  final private(set) var room = Rect(x: 0, y: 0, width: 0, height: 0)

  init(
    _ placeholder: String,
    text: Binding<String>,
    ground: FieldGround?,
    in context: ViewContext
  ) {
    self.text = text
    self.ground = ground
    self.placeholder = placeholder
    memory = context.identity.object { EditorMemory() }
    memory.follow(text.wrappedValue)
    super.init(context)
  }

  final override var focusIdentity: Identity? { identity }
  final override var scope: EnvironmentValues? { context.environment }
  final override var hearsTyping: Bool { true }
  final override func handOver() { memory.handOver(to: text) }

  /// Undo, as long as the field itself has something to take back.
  override var commands: [Command] {
    guard memory.editor.canUndo, let undo = host.fieldUndo else { return [] }
    return [
      Command(undo) { [memory, text] _ in
        _ = memory.editor.undo()
        memory.isEntered = false
        memory.handOver(to: text)
      }
    ]
  }

  /// The width for an offer; the ground is as wide as the text needs.
  func width(within offer: Int?) -> Int { offer ?? 0 }

  /// Finds the cells of the text.
  override func placeChildren() {
    box = frame
    if ground != nil { box = frame.split(width(within: frame.width), from: .left).part }
    room = ground == nil ? box : FieldGround.room(in: box)
  }

  /// The place in the text that a cell of the field shows, as it is drawn now.
  func place(at point: Point) -> Int? { nil }

  /// Puts the cursor where the mouse points; with Shift selects up to there.
  final func point(_ mouse: MouseEvent) -> Bool {
    guard mouse.action == .press(.left), room.contains(mouse.position),
      let place = place(at: mouse.position)
    else { return false }
    if !memory.isShownFocused { memory.offset = 0 }
    if mouse.modifiers.contains(.shift) {
      memory.editor.select(to: place)
    } else {
      memory.editor.move(to: place)
    }
    (memory.isEntered, memory.column) = (false, nil)
    return true
  }

  /// Draws the ground, and the placeholder where there is no text.
  /// - Returns: The style of the text; `nil` where there is none.
  final func drawGround(on canvas: inout Canvas) -> Style? {
    let isFocused = canvas.isFocused(identity)
    // What was typed on an earlier visit is a step of the form by now; two histories would undo each other.
    if !isFocused {
      memory.editor.forgetSteps()
      memory.isEntered = false
    }
    memory.isShownFocused = isFocused
    var fieldStyle = isFocused ? style(of: .field) : style
    if ground == nil {
      canvas.fill(box, style: fieldStyle)
    } else {
      fieldStyle = FieldGround.style(over: fieldStyle, in: palette)
      FieldGround.draw(box, isFocused: isFocused, style: fieldStyle, palette: palette, on: &canvas)
    }
    guard memory.editor.content.count == 0 else { return fieldStyle }
    let dim = fieldStyle.overlaid(with: palette[.dim])
    canvas.write(placeholder, x: room.minX, y: room.minY, width: room.width, style: dim)
    return nil
  }
}
