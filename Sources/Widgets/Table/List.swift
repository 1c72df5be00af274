import RuleEnvironment
import Terminal

/// Rows that are views, made only where they are visible; each may take several lines.
///
/// The row under the cursor is marked `›` and, with the focus, shaded. Keys are those of ``Table``.
public struct List: NodeView {
  fileprivate let source: any RowSource
  fileprivate let cursor: ListCursor?
  fileprivate let row: (Int) -> AnyContent
  fileprivate var emptyText = "nothing here"
  fileprivate var highlightedTexts: [String] = []
  fileprivate var isTagged: (Int) -> Bool = { _ in false }

  /// A list of `source` whose row at a position is `row`.
  public init<Row: View>(
    _ source: any RowSource,
    cursor: ListCursor? = nil,
    @ViewBuilder row: @escaping (Int) -> Row
  ) {
    self.source = source
    self.cursor = cursor
    self.row = { AnyContent(row($0)) }
  }

  /// Sets the text shown when the list is known to be empty.
  public func emptyText(_ text: String) -> List {
    with { $0.emptyText = text }
  }

  /// Marks `texts` wherever they show in a row, in any case of their letters: what was searched for.
  public func highlighting(_ texts: [String]) -> List { with { $0.highlightedTexts = texts } }

  /// Marks and shades the rows at positions that are tagged, as a table does.
  package func tagged(_ isTagged: @escaping (Int) -> Bool) -> List {
    with { $0.isTagged = isTagged }
  }

  /// The node the view is drawn with.
  package func node(in context: ViewContext) -> Node {
    ListNode(self, in: context)
  }
}

/// The node of a ``List``: makes and draws the visible rows, and keeps the cursor in view.
private final class ListNode: ContextNode {
  private let list: List
  private let cursor: ListCursor
  /// The rows made in this frame.
  private var made: [Int: Node] = [:]
  private var visible: [(position: Int, frame: Rect)] = []

  private static let gutter = 2

  init(_ list: List, in context: ViewContext) {
    self.list = list
    let kept = context.identity.object { ListCursor() }
    cursor = list.cursor ?? kept
    super.init(context)
  }

  private var source: any RowSource { list.source }

  override var focusIdentity: Identity? { identity }
  override var prefersDefaultFocus: Bool { !cursor.passesFocus }

  override func isRigid(_ axis: Axis) -> Bool { false }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    Size(
      width: proposal.width ?? 40,
      height: proposal.height ?? max(1, min(source.bounds.positions.count, 20))
    )
  }

  private func node(at position: Int) -> Node {
    if let node = made[position] { return node }
    let content = EnvironmentValues.$current.withValue(context.environment) { list.row(position) }
    let node = context.child(id: source.id(at: position) ?? AnyID(position)).node(of: content)
    made[position] = node
    return node
  }

  private func height(at position: Int) -> Int {
    let width = max(0, frame.width - Self.gutter)
    return max(1, node(at: position).measure(Proposal(width: width, height: nil)).height)
  }

  override func placeChildren() {
    visible = []
    guard frame.height > 0 else { return adopt([]) }
    // Views made before this one may have read the cursor.
    let isFocused = host.focus.current === identity
    if cursor.follow(source, height: frame.height, isFocused: isFocused) { host.setNeedsDisplay() }
    let positions = source.bounds.positions
    guard !positions.isEmpty else { return adopt([]) }
    cursor.top = firstVisible(in: positions)
    var y = frame.minY
    var shown: [Node] = []
    for position in cursor.top..<positions.upperBound where y < frame.maxY {
      let node = node(at: position)
      let row = Rect(
        x: frame.minX + Self.gutter,
        y: y,
        width: frame.width - Self.gutter,
        height: height(at: position)
      )
      node.place(row)
      visible.append((position, row))
      shown.append(node)
      y = row.maxY
    }
    adopt(shown)
  }

  /// The first row such that the one under the cursor is whole, and no room is wasted below the last.
  ///
  /// Headings above the first row that takes the cursor, and below the last, are shown with it as far as there is room.
  private func firstVisible(in positions: Range<Int>) -> Int {
    let before = positions.lowerBound..<cursor.position
    let isFirst = !before.reversed().contains(where: source.isSelectable)
    let isLast = !(cursor.position + 1..<positions.upperBound).contains(where: source.isSelectable)
    let top =
      isFirst ? before.lowerBound : min(max(cursor.top, before.lowerBound), before.upperBound)
    var first = cursor.position
    var used = height(at: first)
    var last = cursor.position
    while isLast, last + 1 < positions.upperBound, used + height(at: last + 1) <= frame.height {
      last += 1
      used += height(at: last)
    }
    while first > top, used + height(at: first - 1) <= frame.height {
      first -= 1
      used += height(at: first)
    }
    while used < frame.height, last + 1 < positions.upperBound {
      last += 1
      used += height(at: last)
    }
    while first > positions.lowerBound, used + height(at: first - 1) <= frame.height {
      first -= 1
      used += height(at: first)
    }
    return first
  }

  override func draw(on canvas: inout Canvas) {
    canvas.clipped(to: frame) { canvas in
      drawChildren(on: &canvas)
      for row in list.highlightedTexts.isEmpty ? [] : visible {
        for y in row.frame.rows {
          let line = Rect(x: row.frame.minX, y: y, width: row.frame.width, height: 1)
          canvas.restyle(occurrencesOf: list.highlightedTexts, in: line, palette[.match])
        }
      }
      let isFocused = canvas.isFocused(identity)
      for row in visible {
        let (y, height) = (row.frame.minY, row.frame.height)
        let lines = Rect(x: frame.minX, y: y, width: frame.width, height: height)
        let isCurrent = row.position == cursor.position && (!cursor.passesFocus || isFocused)
        let isTagged = list.isTagged(row.position)
        if isTagged { canvas.write("✓", x: frame.minX + 1, y: y, style: style(of: .mark)) }
        if isCurrent {
          canvas.write("›", x: frame.minX, y: y, style: style)
          canvas.shade(lines, palette[isFocused ? .cursor : .selection])
        } else if isTagged {
          canvas.shade(lines, palette[.tagged])
        }
      }
      guard source.bounds.positions.isEmpty else { return }
      canvas.write(
        source.bounds.isEmpty ? list.emptyText : "loading …",
        x: frame.minX + Self.gutter,
        y: frame.minY,
        width: frame.width - Self.gutter,
        style: style(of: .dim)
      )
    }
  }

  private var motions: RowNavigation { RowNavigation(cursor: cursor, source: source) }

  override var commands: [Command] { motions.commands(page: visible.count - 1) }

  override func handle(_ event: TerminalEvent, in context: CommandContext) -> Bool {
    motions.handle(event, context) { y in
      visible.first { $0.frame.rows.contains(y) }?.position
    }
  }
}
