import Terminal

/// The node of a ``Table``: lays out the columns, draws the header and visible rows, and moves the cursor.
final class TableNode: ContextNode {
  private let table: Table
  private let cursor: ListCursor
  private let memory: TableMemory
  private var widths: [Int] = []
  private var isScrolling = false
  private var span = ColumnSpan.all

  /// The cells before the first column: cursor and mark.
  private static let gutter = 2

  init(_ table: Table, in context: ViewContext) {
    self.table = table
    memory = context.identity.object { TableMemory() }
    cursor = table.cursor ?? memory.cursor
    super.init(context)
  }

  private var columns: [TableColumn] { table.columns }
  private var source: any TableSource { table.source }

  override var focusIdentity: Identity? { table.isActiveWithoutFocus ? nil : identity }
  override var prefersDefaultFocus: Bool { !cursor.passesFocus }

  private var headerHeight: Int { table.showsHeader && frame.height > 1 ? 1 : 0 }
  private var rowCount: Int { max(0, frame.height - headerHeight) }
  private var available: Int { max(0, frame.width - Self.gutter - scrollMark) }
  /// The cell at the right that says there are more columns, and one before it.
  private var scrollMark: Int { isScrolling ? 2 : 0 }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    // Where there is any amount of room, as in a scroll view, a table scrolls by itself.
    let rows = min(source.bounds.positions.count, 20) + (table.showsHeader ? 1 : 0)
    return Size(width: proposal.width ?? 80, height: proposal.height ?? max(2, rows))
  }

  override func placeChildren() {
    memory.begin(columns)
    // Views made before this one may have read the cursor.
    let isFocused = host.focus.current === identity
    if cursor.follow(source, height: rowCount, isFocused: isFocused) { host.setNeedsDisplay() }
    span = ColumnLayout.span(
      of: columns.count,
      frozen: table.frozenColumns,
      left: cursor.leftColumn,
      column: table.hasColumnCursor ? cursor.column : cursor.leftColumn,
      available: frame.width
    )
    for position in visiblePositions {
      if let row = source.row(at: position, columns: span) { memory.note(row) }
    }
    isScrolling = false
    widths = columnWidths
    isScrolling = ColumnLayout.total(widths) > available
    cursor.columnWidths = widths
    placeColumns()
  }

  private var columnWidths: [Int] {
    ColumnLayout.widths(
      columns,
      natural: memory.natural,
      content: memory.content,
      available: available
    )
  }

  private func placeColumns() {
    let column = max(0, min(cursor.column, columns.count - 1))
    if column != cursor.column { cursor.column = column }
    let kept = ColumnLayout.frozenCount(
      widths: widths,
      frozen: table.frozenColumns,
      available: available
    )
    var left = max(kept, min(cursor.leftColumn, max(0, columns.count - 1)))
    if table.hasColumnCursor {
      left = ColumnLayout.scroll(
        toShow: column,
        widths: widths,
        frozen: table.frozenColumns,
        left: left,
        available: available
      )
    } else {
      left = ColumnLayout.leftmost(upTo: left, widths: widths, kept: kept, available: available)
    }
    if left != cursor.leftColumn { cursor.leftColumn = left }
  }

  private var visiblePositions: Range<Int> {
    let positions = source.bounds.positions
    let start = min(max(cursor.top, positions.lowerBound), positions.upperBound)
    return start..<max(start, min(positions.upperBound, cursor.top + rowCount))
  }

  // MARK: Drawing

  private var layout: ColumnLayout {
    ColumnLayout.visible(
      columns,
      widths: widths,
      natural: memory.natural,
      frozen: table.frozenColumns,
      left: cursor.leftColumn,
      available: available
    )
  }

  override func draw(on canvas: inout Canvas) {
    let layout = layout
    cursor.shownWidths = Dictionary(layout.slots.map { ($0.column, $0.width) }) { $1 }
    canvas.clipped(to: frame) { canvas in
      if headerHeight > 0 { drawHeader(layout, on: &canvas) }
      for position in visiblePositions {
        drawRow(position, y: frame.minY + headerHeight + position - cursor.top, layout, on: &canvas)
      }
      drawEmptiness(on: &canvas)
    }
  }

  private func drawHeader(_ layout: ColumnLayout, on canvas: inout Canvas) {
    let style = style(of: .heading)
    canvas.fill(line(frame.minY), style: style)
    let headings = TableColumn.headings(
      layout.slots.map { (column: columns[$0.column], width: $0.width) }
    )
    for (slot, heading) in zip(layout.slots, headings) {
      let column = columns[slot.column]
      canvas.write(
        heading,
        x: frame.minX + Self.gutter + slot.x,
        y: frame.minY,
        filling: slot.width,
        alignment: column.alignment,
        style: style
      )
    }
    let dim = style.overlaid(with: palette[.dim])
    if layout.hidesLeft { canvas.write("‹", x: frame.minX, y: frame.minY, style: dim) }
    if layout.hidesRight { canvas.write("›", x: frame.maxX - 1, y: frame.minY, style: dim) }
  }

  private func drawRow(
    _ position: Int,
    y: Int,
    _ layout: ColumnLayout,
    on canvas: inout Canvas
  ) {
    let isShown = !cursor.passesFocus || canvas.isFocused(identity)
    let isCurrent = isShown && position == cursor.position
    let start = frame.minX + Self.gutter
    if let row = source.row(at: position, columns: span) {
      if let heading = row.heading { return drawHeading(heading, y: y, &canvas) }
      let rowStyle = style.overlaid(with: row.role.map { palette[$0] } ?? .plain)
        .overlaid(with: row.isGoing ? palette[.dim] : .plain)
        .overlaid(with: row.style)
      for slot in layout.slots where slot.column < row.cells.count {
        let cell = row.cells[slot.column]
        var cellStyle = rowStyle
        if let role = cell.role { cellStyle = cellStyle.overlaid(with: palette[role]) }
        canvas.write(
          cell.text,
          x: start + slot.x,
          y: y,
          filling: slot.width,
          alignment: columns[slot.column].alignment,
          style: cellStyle.overlaid(with: cell.style)
        )
        let place = Rect(x: start + slot.x, y: y, width: slot.width, height: 1)
        canvas.restyle(occurrencesOf: table.highlightedTexts, in: place, palette[.match])
      }
      if row.isMarked || row.isGoing || row.isAdded {
        let x = frame.minX + (row.isTagged ? 0 : 1)
        let mark = row.isGoing ? "-" : row.isAdded ? "+" : "•"
        canvas.write(mark, x: x, y: y, style: style(of: .mark))
      }
      if row.isTagged {
        canvas.write("✓", x: frame.minX + 1, y: y, style: style(of: .mark))
        if !isCurrent { canvas.shade(line(y), palette[.tagged]) }
      }
    } else {
      canvas.write("…", x: start, y: y, style: style(of: .dim))
    }
    if isCurrent { drawCursor(y: y, layout, &canvas) }
  }

  private func drawHeading(_ heading: String, y: Int, _ canvas: inout Canvas) {
    canvas.write(
      "── \(heading) ──",
      x: frame.minX + Self.gutter,
      y: y,
      width: available,
      style: style(of: .dim)
    )
  }

  private func drawCursor(y: Int, _ layout: ColumnLayout, _ canvas: inout Canvas) {
    canvas.write("›", x: frame.minX, y: y, style: style)
    let isFocused = table.isActiveWithoutFocus || canvas.isFocused(identity)
    if table.hasColumnCursor, isFocused,
      let slot = layout.slots.first(where: { $0.column == cursor.column })
    {
      let cell = Rect(x: frame.minX + Self.gutter + slot.x, y: y, width: slot.width, height: 1)
      canvas.shade(cell, palette[.cell])
    }
    canvas.shade(line(y), palette[isFocused ? .cursor : .selection])
  }

  /// The cells of a row, gutter and gaps included.
  private func line(_ y: Int) -> Rect {
    Rect(x: frame.minX, y: y, width: frame.width, height: 1)
  }

  private func drawEmptiness(on canvas: inout Canvas) {
    let bounds = source.bounds
    guard bounds.positions.isEmpty else { return }
    canvas.write(
      bounds.isEmpty ? table.emptyText : "loading …",
      x: frame.minX + Self.gutter,
      y: frame.minY + headerHeight,
      width: available,
      style: style(of: .dim)
    )
  }

  // MARK: Keys

  private var motions: RowNavigation { RowNavigation(cursor: cursor, source: source) }

  override var commands: [Command] {
    let rows = motions.commands(page: rowCount - 1)
    // Where all columns are seen the keys are left to the page around.
    guard table.hasColumnCursor || isScrolling || cursor.leftColumn > 0 else { return rows }
    return rows + [
      horizontal(.moveLeft, -1), horizontal(.moveRight, 1),
      horizontal(.toFirstColumn, -columns.count), horizontal(.toLastColumn, columns.count),
    ]
  }

  private func horizontal(_ definition: CommandDefinition, _ step: Int) -> Command {
    Command(definition, isHidden: true) { [cursor, table, isScrolling] context in
      if let onSide = table.onSide, abs(step) == 1, !isScrolling { return onSide(step, context) }
      let path = table.hasColumnCursor ? \ListCursor.column : \ListCursor.leftColumn
      let before = cursor[keyPath: path]
      let after = max(0, min(before + step, table.columns.count - 1))
      cursor[keyPath: path] = after
      if after == 0 { cursor.leftColumn = 0 }
      if after == before { context.beep() }
    }
  }

  override func handle(_ event: TerminalEvent, in context: CommandContext) -> Bool {
    if let onHeader = table.onHeader, case .mouse(let mouse) = event,
      handle(mouse, { onHeader($0, context) })
    {
      return true
    }
    let firstRow = frame.minY + headerHeight
    return motions.handle(event, context) { y in
      y >= firstRow ? cursor.top + y - firstRow : nil
    }
  }

  /// Takes an edge of the titles, drags it, or presses a title.
  private func handle(_ mouse: MouseEvent, _ action: (Table.HeaderAction) -> Void) -> Bool {
    let x = mouse.position.x - frame.minX - Self.gutter
    switch mouse.action {
    case .press(.left):
      memory.heldEdge = nil
      guard headerHeight > 0, mouse.position.y == frame.minY else { return false }
      let slots = layout.slots
      if let slot = slots.first(where: { $0.x..<($0.x + $0.width) ~= x }) {
        action(.press(columns[slot.column].id))
      } else if let slot = slots.last(where: { $0.x + $0.width <= x }) {
        memory.heldEdge = TableMemory.HeldEdge(
          column: columns[slot.column].id,
          x: x,
          width: slot.width
        )
      }
      return true
    case .drag(.left):
      guard var edge = memory.heldEdge else { return false }
      let width = max(1, min(edge.width + x - edge.x, frame.width - Self.gutter))
      if edge.isDragged || width != edge.width {
        action(.drag(edge.column, width: width, isFirst: !edge.isDragged))
        edge.isDragged = true
        memory.heldEdge = edge
      }
      return true
    case .release:
      memory.heldEdge = nil
      return false
    default: return false
    }
  }
}
