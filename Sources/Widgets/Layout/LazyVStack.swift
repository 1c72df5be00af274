import RuleEnvironment
import Terminal

/// A vertical stack in a ``ScrollView`` that makes only the views near the visible part, for pages with hundreds of rows.
///
/// A view that has not been made yet counts as one line. What scrolls far away forgets its state. Each element's id is
/// also its focus name, by which ``ViewHost/focus(on:)`` finds it even before its view is made.
public struct LazyVStack: NodeView {
  fileprivate typealias Element = (id: AnyID, content: () -> AnyContent)

  private let elements: [Element]

  /// Views for elements that name their id.
  public init<Data: RandomAccessCollection, Content: View>(
    _ data: Data,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) where Data.Element: Identifiable {
    elements = data.map { element in (AnyID(element.id), { AnyContent(content(element)) }) }
  }

  /// The node the view is drawn with.
  package func node(in context: ViewContext) -> Node {
    LazyStackNode(elements, in: context)
  }
}

/// The last known height of each row of a lazy stack, and the rows that cannot take the focus, by row id.
private final class RowHeights {
  private var known: [AnyID: Int] = [:]
  private var unfocusable: Set<AnyID> = []

  func takesNoFocus(_ id: AnyID) -> Bool { unfocusable.contains(id) }

  func note(_ id: AnyID, takesFocus: Bool) {
    if takesFocus { unfocusable.remove(id) } else { unfocusable.insert(id) }
  }

  subscript(id: AnyID) -> Int {
    get { known[id] ?? 1 }
    set { known[id] = newValue }
  }
}

/// The node of a ``LazyVStack``: makes only the children near the visible part, when it is placed.
private final class LazyStackNode: ContextNode {
  private let elements: [LazyVStack.Element]
  private let heights: RowHeights
  private var made: [Int: Node] = [:]

  init(_ elements: [LazyVStack.Element], in context: ViewContext) {
    self.elements = elements
    heights = context.identity.object { RowHeights() }
    super.init(context)
  }

  override func isRigid(_ axis: Axis) -> Bool { axis == .vertical }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    Size(width: proposal.width ?? 80, height: elements.reduce(0) { $0 + heights[$1.id] })
  }

  override func placeChildren() {
    let scroll = scrollNode
    let (growth, above) = makeRows(around: scroll?.frame ?? frame)
    var y = frame.minY - above
    for (position, element) in elements.enumerated() {
      if let node = made[position] {
        let size = node.measure(Proposal(width: frame.width, height: nil))
        node.place(Rect(origin: Point(x: frame.minX, y: y), size: size))
      }
      y += heights[element.id]
    }
    adopt(made.sorted { $0.key < $1.key }.map(\.value))
    guard growth != 0 || above != 0 else { return }
    scroll?.contentGrew(by: growth, above: above)
    context.host.setNeedsDisplay()
  }

  /// Makes the rows where the next key may lead: a page in each direction, the ends, and the neighbours of what has the
  /// focus; where those do not take the focus, the next that do.
  /// - Returns: By how much they are higher than they were thought to be, all and those above what stands still.
  private func makeRows(around visible: Rect) -> (growth: Int, above: Int) {
    let near = (visible.minY - visible.height)..<(visible.maxY + visible.height)
    let focused = focusedPosition
    var kept: Set<Int> = []
    let first = keep(from: 0, step: 1, &kept)
    keep(from: elements.count - 1, step: -1, &kept)
    // Without a focus the first that takes it will have it.
    if let center = focused ?? first {
      kept.insert(center)
      keep(from: center + 1, step: 1, &kept)
      keep(from: center - 1, step: -1, &kept)
    }
    let anchor = anchor(focused, visible.minY..<visible.maxY)
    var y = frame.minY
    var (growth, above) = (0, 0)
    for (position, element) in elements.enumerated() {
      let height = heights[element.id]
      if kept.contains(position) || near.overlaps(y..<(y + max(height, 1))) {
        let size = node(at: position).measure(Proposal(width: frame.width, height: nil))
        heights[element.id] = size.height
        growth += size.height - height
        if position < anchor { above += size.height - height }
      }
      y += height
    }
    return (growth, above)
  }

  /// Keeps the rows from one on, as far as the next that takes the focus; those that did not when they were made last
  /// are passed over.
  /// - Returns: That one.
  @discardableResult
  private func keep(from start: Int, step: Int, _ kept: inout Set<Int>) -> Int? {
    var position = start
    while elements.indices.contains(position) {
      guard !heights.takesNoFocus(elements[position].id) else {
        position += step
        continue
      }
      guard kept.insert(position).inserted else { return nil }
      if node(at: position).firstFocusIdentity != nil { return position }
      position += step
    }
    return nil
  }

  /// A row that was not made because it is far away.
  override func unmadeRow(named name: AnyID) -> Node? {
    elements.firstIndex { $0.id == name }.map(node)
  }

  /// The row that stands still on the screen when others turn out to be higher than they were thought to be: the one
  /// with the focus when it is seen, else the first that is.
  private func anchor(_ focused: Int?, _ visible: Range<Int>) -> Int {
    var y = frame.minY
    var first: Int?
    for (position, element) in elements.enumerated() {
      if position == focused, visible.contains(y) { return position }
      if first == nil, y >= visible.lowerBound { first = position }
      y += heights[element.id]
    }
    return first ?? elements.count
  }

  private var scrollNode: ScrollNode? {
    var node = parent
    while let current = node {
      if let scroll = current as? ScrollNode { return scroll }
      node = current.parent
    }
    return nil
  }

  private var focusedPosition: Int? {
    guard let focus = context.host.focus.current,
      let id = context.identity.element(containing: focus)
    else { return nil }
    return elements.firstIndex { $0.id == id }
  }

  private func node(at position: Int) -> Node {
    if let node = made[position] { return node }
    let element = elements[position]
    let content = EnvironmentValues.$current.withValue(context.environment) { element.content() }
    let node = FocusNameNode(
      name: element.id,
      child: context.child(id: element.id).node(of: content)
    )
    made[position] = node
    heights.note(element.id, takesFocus: node.firstFocusIdentity != nil)
    return node
  }
}
