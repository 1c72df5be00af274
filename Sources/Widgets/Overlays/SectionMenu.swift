import Terminal

/// A menu whose items stand under the headings of their sections, in as many columns as there is room for.
///
/// Letters find, arrows move in both directions, and Enter takes the item under the cursor, which the last line describes.
package struct SectionMenu: View {
  private let title: String
  private let items: [MenuItem]
  @State private var state = SectionMenuState()

  /// A menu of `items`, those of a section next to each other.
  package init(_ title: String, items: [MenuItem]) { (self.title, self.items) = (title, items) }

  /// The columns in a frame.
  package var body: some View {
    state.items = items
    return Panel(title) { SectionColumns(state: state) }
  }
}

/// The state of a ``SectionMenu`` between frames: its items, the text that was typed, and the cursor.
private final class SectionMenuState {
  var items: [MenuItem] = [] { didSet { find() } }
  /// The text that was typed.
  var query = "" { didSet { if query != oldValue { find(isNew: true) } } }
  /// The items that match, in their order.
  private(set) var found: [MenuItem] = []
  /// The index of the item under the cursor among those that match.
  var cursor = 0
  /// The first visible line.
  var top = 0

  var current: MenuItem? { found.indices.contains(cursor) ? found[cursor] : nil }

  private func find(isNew: Bool = false) {
    let places = MenuItem.found(by: query, in: items, text: \.title)
    found = places.sorted().map { items[$0] }
    if isNew { cursor = places.first.flatMap { places.sorted().firstIndex(of: $0) } ?? 0 }
    cursor = max(0, min(cursor, found.count - 1))
  }
}

/// The columns of a ``SectionMenu`` below the text that was typed and above a description.
private struct SectionColumns: NodeView {
  let state: SectionMenuState

  func node(in context: ViewContext) -> Node { SectionColumnsNode(state, in: context) }
}

/// The node of a ``SectionMenu``: lays out, draws and moves in its columns.
private final class SectionColumnsNode: ContextNode {
  private let state: SectionMenuState
  /// The cells of the longest keys and labels.
  private let (keys, labels): (Int, Int)

  private static let (mark, gap, mostKeys, mostColumns) = (2, 2, 9, 3)

  init(_ state: SectionMenuState, in context: ViewContext) {
    self.state = state
    keys = state.items.map { DisplayText.cells(Self.keys(of: $0)) }.max() ?? 0
    labels = state.items.map { DisplayText.cells(DisplayText.visible($0.title)) }.max() ?? 0
    super.init(context)
  }

  override var focusIdentity: Identity? { identity }
  override var prefersDefaultFocus: Bool { true }
  override func isRigid(_ axis: Axis) -> Bool { false }

  // MARK: Layout

  /// The cells of a column without the line to its right.
  private var columnWidth: Int { Self.mark + keys + Self.gap + labels }

  /// How many columns have room: all whole, or one.
  private func columnCount(in width: Int) -> Int {
    max(1, min(Self.mostColumns, (width + 3) / (columnWidth + 3)))
  }

  private func layout(of items: [MenuItem], in width: Int) -> SectionLayout {
    SectionLayout(items.map(\.section), columns: columnCount(in: width))
  }

  /// The lines for what was typed, the items, the line below them and the description.
  private func lines(of height: Int) -> (query: Int, items: Int, rule: Int, description: Int) {
    switch height {
    case ..<3: (0, height, 0, 0)
    case ..<6: (1, height - 2, 0, 1)
    case ..<12: (1, height - 3, 1, 1)
    default: (1, height - 4, 1, 2)
    }
  }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    let room = proposal.width ?? 80
    let columns = layout(of: state.items, in: room)
    let count = columns.columns.count
    let width = max(20, count * (columnWidth + 3) - 3)
    let wanted = max(6, columns.height + 4)
    return Size(width: min(room, width), height: min(proposal.height ?? wanted, wanted))
  }

  // MARK: Drawing

  override func draw(on canvas: inout Canvas) {
    let lines = lines(of: frame.height)
    canvas.clipped(to: frame) { canvas in
      if lines.query > 0 {
        canvas.write(
          state.query.isEmpty ? "type to find" : state.query,
          x: frame.minX,
          y: frame.minY,
          style: state.query.isEmpty ? style(of: .dim) : style
        )
      }
      var below = frame.minY + lines.query
      let room = Rect(x: frame.minX, y: below, width: frame.width, height: lines.items)
      canvas.clipped(to: room) { drawColumns(in: room, on: &$0) }
      below += lines.items
      let rule = Rect(x: frame.minX, y: below, width: frame.width, height: lines.rule)
      canvas.fill(rule, with: "─", style: style(of: .dim))
      for (line, text) in description(in: lines.description).enumerated() {
        let role: Role = state.current?.disabledReason == nil ? .normal : .warning
        canvas.write(text, x: frame.minX, y: below + lines.rule + line, style: style(of: role))
      }
    }
  }

  /// The lines that describe the item under the cursor.
  private func description(in count: Int) -> [String] {
    guard let item = state.current else { return count > 0 ? ["nothing matches"] : [] }
    let note = item.disabledReason ?? item.note
    let keys = item.detail.isEmpty ? "" : " (\(item.detail))"
    let text = "\(item.title)\(note.isEmpty ? "" : ": ")\(note)\(keys)"
    let lines = DisplayText.wrapped(text, width: frame.width, limit: max(0, count - 1))
    guard lines.count > count, count > 0 else { return Array(lines.prefix(count)) }
    return lines.prefix(count - 1) + [lines[(count - 1)...].joined(separator: " ")]
  }

  private func drawColumns(in room: Rect, on canvas: inout Canvas) {
    let layout = layout(of: state.found, in: room.width)
    follow(layout, height: room.height)
    for (column, cells) in layout.columns.enumerated() {
      let x = room.minX + column * (columnWidth + 3)
      if column > 0 {
        let line = Rect(x: x - 2, y: room.minY, width: 1, height: room.height)
        canvas.fill(line, with: "│", style: style(of: .dim))
      }
      let width = min(columnWidth, room.maxX - x)
      for (line, cell) in cells.dropFirst(state.top).prefix(room.height).enumerated() {
        draw(cell, in: Rect(x: x, y: room.minY + line, width: width, height: 1), on: &canvas)
      }
    }
  }

  private func draw(_ cell: SectionLayout.Cell, in place: Rect, on canvas: inout Canvas) {
    switch cell {
    case .blank: break
    case .heading(let name):
      canvas.write(name, x: place.minX, y: place.minY, width: place.width, style: style(of: .title))
    case .item(let index):
      let item = state.found[index]
      let start = place.minX + Self.mark
      let isDisabled = item.disabledReason != nil
      canvas.write(
        Self.keys(of: item),
        x: start,
        y: place.minY,
        width: keys,
        style: style(of: isDisabled ? .disabled : .key)
      )
      let label = start + keys + Self.gap
      canvas.write(
        item.title,
        x: label,
        y: place.minY,
        width: place.maxX - label,
        style: style(of: isDisabled ? .disabled : .normal)
      )
      guard index == state.cursor else { return }
      canvas.write("›", x: place.minX, y: place.minY, style: style)
      canvas.restyle(place, palette[.cursor])
    }
  }

  /// The first whole keys of an item for which a column has room, at least one.
  private static func keys(of item: MenuItem) -> String {
    var text = ""
    for key in item.detail.split(separator: " ") {
      let longer = text.isEmpty ? String(key) : "\(text) \(key)"
      if !text.isEmpty, DisplayText.cells(longer) > mostKeys { break }
      text = longer
    }
    return text
  }

  /// Scrolls so that the item under the cursor is visible, with the heading if it is the first of its section.
  private func follow(_ layout: SectionLayout, height: Int) {
    guard let place = layout.place(of: state.cursor) else { return state.top = 0 }
    let cells = layout.columns[place.column]
    let first =
      if place.line > 0, case .heading = cells[place.line - 1] { place.line - 1 } else {
        place.line
      }
    state.top = max(min(state.top, first), place.line - height + 1, 0)
    state.top = min(state.top, max(0, layout.height - height))
  }

  // MARK: Keys

  override var hardwareCursor: Point? {
    lines(of: frame.height).query == 0
      ? nil
      : Point(x: frame.minX + DisplayText.cells(DisplayText.visible(state.query)), y: frame.minY)
  }

  override func takes(_ key: KeyEvent) -> Bool {
    key.typedCharacter != nil || key == KeyEvent(.backspace)
  }

  override func handle(_ event: TerminalEvent, in context: CommandContext) -> Bool {
    switch event {
    case .key(let key) where takes(key):
      if let character = key.typedCharacter {
        state.query.append(character)
      } else if state.query.popLast() == nil {
        context.beep()
      }
    case .paste(let text): state.query += DisplayText.visible(text)
    case .mouse(let mouse): return press(mouse, context)
    default: return false
    }
    return true
  }

  private func press(_ mouse: MouseEvent, _ context: CommandContext) -> Bool {
    switch mouse.action {
    case .scrollDown: go(to: state.cursor + 3)
    case .scrollUp: go(to: state.cursor - 3)
    case .press(.left):
      let line = mouse.position.y - frame.minY - lines(of: frame.height).query + state.top
      let column = (mouse.position.x - frame.minX) / (columnWidth + 3)
      let layout = layout(of: state.found, in: frame.width)
      guard let item = layout.item(nearest: line, in: column),
        layout.place(of: item)?.line == line
      else { return false }
      go(to: item)
      if context.host.isSecondPress(at: mouse.position) { state.current?.choose(context) }
    default: return false
    }
    return true
  }

  private func go(to item: Int) { state.cursor = max(0, min(item, state.found.count - 1)) }

  override var commands: [Command] {
    [
      step(.moveDown) { $1.item + 1 }, step(.moveUp) { $1.item - 1 },
      step(.moveRight) { $0.item(nearest: $1.line, in: $1.column + 1) },
      step(.moveLeft) { $0.item(nearest: $1.line, in: $1.column - 1) },
      step(.pageDown) { [page = lines(of: frame.height).items] in
        $0.item(nearest: $1.line + page, in: $1.column)
      },
      step(.pageUp) { [page = lines(of: frame.height).items] in
        $0.item(nearest: $1.line - page, in: $1.column)
      },
      step(.toStart) { _, _ in 0 }, step(.toEnd) { [state] _, _ in state.found.count - 1 },
      Command(.choose, title: "run") { [state] context in
        if state.current?.choose(context) == nil { context.beep() }
      },
    ]
  }

  /// A command that moves the cursor from its place in the layout to another item, or beeps.
  private func step(
    _ definition: CommandDefinition,
    to target: @escaping (SectionLayout, (item: Int, column: Int, line: Int)) -> Int?
  ) -> Command {
    Command(definition, isHidden: true) { [self] context in
      let layout = layout(of: state.found, in: frame.width)
      guard let (column, line) = layout.place(of: state.cursor),
        let item = target(layout, (state.cursor, column, line)),
        item != state.cursor, state.found.indices.contains(item)
      else { return context.beep() }
      state.cursor = item
    }
  }
}
