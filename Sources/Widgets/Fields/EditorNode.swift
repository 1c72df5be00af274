import RuleEnvironment
import Terminal

/// The base class of text fields and multi-line editors: a text edited with the keyboard.
class EditorNode: ContextNode {
  final let text: Binding<String>
  final let memory: EditorMemory
  private let placeholder: String

  init(_ placeholder: String, text: Binding<String>, in context: ViewContext) {
    self.text = text
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

  /// Draws the ground, and the placeholder where there is no text.
  /// - Returns: The style of the text; `nil` where there is none.
  final func drawGround(on canvas: inout Canvas) -> Style? {
    let isFocused = canvas.isFocused(identity)
    // What was typed on an earlier visit is a step of the form by now; two histories would undo each other.
    if !isFocused {
      memory.editor.forgetSteps()
      memory.isEntered = false
    }
    let fieldStyle = isFocused ? style(of: .field) : style
    canvas.fill(frame, style: fieldStyle)
    guard memory.editor.content.count == 0 else { return fieldStyle }
    let dim = fieldStyle.overlaid(with: palette[.dim])
    canvas.write(placeholder, x: frame.minX, y: frame.minY, width: frame.width, style: dim)
    return nil
  }
}
