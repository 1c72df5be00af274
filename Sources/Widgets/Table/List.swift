import RuleEnvironment
import Terminal

/// Rows that are views, made only where they are visible; each may take several lines.
///
/// The row under the cursor is marked `›` and, with the focus, reversed. Keys are those of ``Table``.
public struct List: PrimitiveView {
  private let source: any RowSource
  private let cursor: ListCursor?
  private let row: (Int) -> AnyContent
  private var emptyText = "nothing here"

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

  /// What stands there when it is known that there are no rows.
  public func emptyText(_ text: String) -> List {
    var list = self
    list.emptyText = text
    return list
  }

  /// Makes the nodes `view` is drawn with.
  public static func makeNodes(
    _ view: Self,
    in context: ViewContext,
    into nodes: inout [Node]
  ) {
    let kept = context.identity.object { ListCursor() }
    let source = view.source
    let node = ListNode(
      source: source,
      cursor: view.cursor ?? kept,
      emptyText: view.emptyText,
      context: context
    ) { position in
      let id = source.id(at: position) ?? AnyID(position)
      let content = EnvironmentValues.$current.withValue(context.environment) {
        view.row(position)
      }
      return context.child(id: id).node(of: content)
    }
    nodes.append(node)
  }
}

/// A list placed and drawn.
private final class ListNode: Node {
  private let source: any RowSource
  private let cursor: ListCursor
  private let emptyText: String
  private let identity: Identity
  private unowned let host: ViewHost
  private let palette: Palette
  private let style: Style
  private let make: (Int) -> Node
  /// The rows made in this frame.
  private var made: [Int: Node] = [:]
  private var visible: [(position: Int, frame: Rect)] = []

  private static let gutter = 2

  init(
    source: any RowSource,
    cursor: ListCursor,
    emptyText: String,
    context: ViewContext,
    make: @escaping (Int) -> Node
  ) {
    self.source = source
    self.cursor = cursor
    self.emptyText = emptyText
    self.make = make
    identity = context.identity
    host = context.host
    palette = context.palette
    style = context.style
    super.init(children: [])
  }

  override var focusIdentity: Identity? { identity }
  override var prefersDefaultFocus: Bool { true }

  override func isRigid(_ axis: Axis) -> Bool { false }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    Size(
      width: proposal.width ?? 40,
      height: proposal.height ?? max(1, min(source.bounds.positions.count, 20))
    )
  }

  private func node(at position: Int) -> Node {
    if let node = made[position] { return node }
    let node = make(position)
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
    if cursor.follow(source, height: frame.height) { host.setNeedsDisplay() }
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
  private func firstVisible(in positions: Range<Int>) -> Int {
    let top = min(max(cursor.top, positions.lowerBound), cursor.position)
    var first = cursor.position
    var used = height(at: first)
    while first > top, used + height(at: first - 1) <= frame.height {
      first -= 1
      used += height(at: first)
    }
    var last = cursor.position
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
      if let current = visible.first(where: { $0.position == cursor.position }) {
        let line = Rect(
          x: frame.minX,
          y: current.frame.minY,
          width: frame.width,
          height: current.frame.height
        )
        canvas.write("›", x: frame.minX, y: line.minY, style: style)
        canvas.restyle(line, palette[canvas.isFocused(identity) ? .cursor : .selection])
      }
      guard source.bounds.positions.isEmpty else { return }
      canvas.write(
        source.bounds.isEmpty ? emptyText : "loading …",
        x: frame.minX + Self.gutter,
        y: frame.minY,
        width: frame.width - Self.gutter,
        style: style.overlaid(with: palette[.dim])
      )
    }
  }

  override var commands: [Command] {
    RowMotions.commands(cursor, in: source, page: max(1, visible.count - 1))
  }

  override func handle(_ event: TerminalEvent, in context: CommandContext) -> Bool {
    RowMotions.handle(event, cursor, in: source) { y in
      visible.first { $0.frame.rows.contains(y) }?.position
    }
  }
}
