import Terminal

/// The node of a ``TextField``: lays out and draws the one-line field, and edits its text.
final class TextFieldNode: EditorNode {
  private let field: TextField

  init(_ field: TextField, in context: ViewContext) {
    self.field = field
    super.init(field.placeholder, text: field.text, ground: field.ground, in: context)
    memory.begin(at: field.cursor)
  }

  override var prefersDefaultFocus: Bool { field.isDefaultFocus }
  override var isPassedOver: Bool { field.isPassedOver }

  override func enter() { memory.isEntered = field.isReplaced }

  override func isRigid(_ axis: Axis) -> Bool { axis == .vertical }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    Size(width: width(within: proposal.width), height: 1)
  }

  override func width(within offer: Int?) -> Int {
    if ground == nil, let offer { return offer }
    let shown = field.isSecure ? [] : memory.editor.content.characters(from: 0, limit: offer ?? 200)
    let used =
      shown.isEmpty ? DisplayText.cells(field.placeholder) : shown.reduce(0) { $0 + cells($1) }
    guard let ground else { return max(20, shown.isEmpty ? used : used + 1) }
    return min(ground.width(around: used), offer ?? .max)
  }

  /// Returns the visible form of a character; control characters become pictures such as `␛`.
  private func shown(_ character: Character) -> String { WrappedRows.shown(character) }

  private func cells(_ character: Character) -> Int { DisplayText.cells(shown(character)) }

  /// Scrolls by whole characters so that the cursor is within the room, which is filled as far as there is text.
  override func placeChildren() {
    super.placeChildren()
    let cursor = memory.editor.cursor
    let content = memory.editor.content
    memory.offset = content.aligned(min(memory.offset, cursor))
    // From the cursor to the left: what is scrolled away is not looked at.
    var first = cursor
    var used = 0
    for character in content.characters(before: cursor, limit: room.width).reversed() {
      used += cells(character)
      guard first > memory.offset, used < room.width else { break }
      first -= character.utf8.count
    }
    // Where something is scrolled away its mark stands beside the cursor, not below it.
    if first == cursor, room.width > 3,
      let before = content.characters(before: cursor, limit: 1).last
    {
      first -= before.utf8.count
    }
    // After a narrow screen, or a deletion, the beginning comes back; the cursor may stand behind the last character.
    if first > 0 {
      used = content.characters(from: first, limit: room.width).reduce(1) { $0 + cells($1) }
      for character in content.characters(before: first, limit: room.width).reversed() {
        used += cells(character)
        guard used <= room.width else { break }
        first -= character.utf8.count
      }
    }
    memory.offset = first
  }

  override func place(at point: Point) -> Int? {
    guard !field.isSecure else { return nil }
    var (place, x) = (memory.isShownFocused ? memory.offset : 0, room.minX)
    for character in memory.editor.content.characters(from: place, limit: room.width) {
      x += cells(character)
      if x > point.x { return place }
      place += character.utf8.count
    }
    return place
  }

  /// The text shown for a secret, whatever its length.
  private static let secret = "••••••"

  override var hardwareCursor: Point? {
    guard room.width > 0 else { return nil }
    if field.isSecure {
      let cells = memory.editor.content.count > 0 ? Self.secret.count : 0
      return Point(x: room.minX + min(cells, room.width - 1), y: room.minY)
    }
    let used = memory.editor.content.string(in: memory.offset..<memory.editor.cursor)
      .reduce(0) { $0 + cells($1) }
    return Point(x: room.minX + min(used, room.width - 1), y: room.minY)
  }

  override func draw(on canvas: inout Canvas) {
    guard let fieldStyle = drawGround(on: &canvas) else { return }
    let isFocused = canvas.isFocused(identity)
    let line = field.isSecure ? Self.secret : shownText(isFocused: isFocused)
    canvas.write(line, x: room.minX, y: room.minY, width: room.width, style: fieldStyle)
    if isFocused, !field.isSecure { drawSelection(on: &canvas) }
  }

  private func drawSelection(on canvas: inout Canvas) {
    let selection = memory.replacedRange
    guard !selection.isEmpty else { return }
    var (place, x) = (memory.offset, room.minX)
    for character in memory.editor.content.characters(from: place, limit: room.width) {
      let width = min(cells(character), room.maxX - x)
      if selection.contains(place) {
        canvas.restyle(Rect(x: x, y: room.minY, width: width, height: 1), palette[.selectedText])
      }
      place += character.utf8.count
      x += width
    }
  }

  /// Returns the visible text: the part around the cursor, or the beginning if unfocused.
  private func shownText(isFocused: Bool) -> String {
    let visible = memory.editor.content.characters(
      from: isFocused ? memory.offset : 0,
      limit: room.width * 4 + 8
    )
    var pieces = visible.map(shown)
    if isFocused, memory.offset > 0, let first = pieces.first {
      pieces[0] = "…" + String(repeating: " ", count: max(0, DisplayText.cells(first) - 1))
    }
    return pieces.joined()
  }

  override var commands: [Command] {
    guard let step = field.step else { return super.commands }
    let steps = [(CommandDefinition.stepUp, 1), (.stepDown, -1)].map { definition, count in
      Command(definition) { [memory, text] context in
        let place = memory.editor.cursor
        guard let stepped = step(memory.editor.text, place, count) else { return context.beep() }
        memory.editor.reset(to: stepped)
        memory.editor.move(to: place)
        memory.isEntered = false
        memory.handOver(to: text)
      }
    }
    return super.commands + steps
  }

  override func takes(_ key: KeyEvent) -> Bool {
    key == KeyEvent(.enter) ? field.onSubmit != nil : memory.editor.takes(key)
  }

  override func take(typed text: Substring, in context: CommandContext) -> Substring {
    let line = text.prefix { $0 != "\n" }
    guard !line.isEmpty else { return text }
    memory.insert(typed: line, text: self.text)
    return text[line.endIndex...]
  }

  override func handle(_ event: TerminalEvent, in context: CommandContext) -> Bool {
    if event == .key(KeyEvent(.enter)), let onSubmit = field.onSubmit {
      onSubmit(memory.editor.text)
      return true
    }
    if case .mouse(let mouse) = event { return point(mouse) }
    // Nobody would see a line break at the end of a secret.
    if field.isSecure, case .paste(var pasted) = event {
      while pasted.last?.isNewline == true { pasted.removeLast() }
      return memory.handle(.paste(pasted), text: text)
    }
    return memory.handle(event, text: text)
  }
}

extension CommandDefinition {
  /// Counts the part of a day or time up on which the cursor stands.
  package static let stepUp = fields(.safe, "stepUp", title: "count up", keys: "alt-up")
    .saying("Count up the part under the cursor")
    .alsoCalled("increment", "plus")
  /// Counts it down.
  package static let stepDown = fields(.safe, "stepDown", title: "count down", keys: "alt-down")
    .saying("Count down the part under the cursor")
    .alsoCalled("decrement", "minus")
}
