package import RuleEnvironment
package import Terminal

/// A rectangle in the layout tree of one frame, made by a view: it is measured, placed, drawn, and handles keys.
///
/// Nodes live for one frame; what must survive is kept at an ``Identity``.
public class Node {
  /// Unowned, for a weak reference would make every retain of the parent a slow one; a frame's nodes live together.
  package private(set) unowned var parent: Node?
  package private(set) var children: [Node]
  /// The rectangle of the node in screen cells; it may extend beyond the visible part.
  package private(set) var frame = Rect(x: 0, y: 0, width: 0, height: 0)
  private var measured: [(proposal: Proposal, size: Size)] = []

  init(children: [Node] = []) {
    self.children = children
    for child in children { child.parent = self }
  }

  /// Takes over nodes made after this one: content that depends on the room there is.
  func adopt(_ nodes: [Node]) {
    children = nodes
    for child in nodes { child.parent = self }
  }

  /// Whether `container` is around this node.
  final func isDescendant(of container: Node) -> Bool {
    var node: Node? = self
    while let current = node {
      if current === container { return true }
      node = current.parent
    }
    return false
  }

  // MARK: Layout

  /// The size the node takes when offered `proposal`; remembered.
  final func measure(_ proposal: Proposal) -> Size {
    for entry in measured where entry.proposal == proposal { return entry.size }
    let size = sizeThatFits(proposal)
    if measured.count < 8 { measured.append((proposal, size)) }
    return size
  }

  /// Gives the node its rectangle.
  final func place(_ rect: Rect) {
    frame = rect
    placeChildren()
  }

  /// The size for an offer; a node with one child takes the child's.
  func sizeThatFits(_ proposal: Proposal) -> Size {
    children.first?.measure(proposal) ?? Size(width: 0, height: 0)
  }

  /// Places the children in ``frame``.
  func placeChildren() {
    for child in children { child.place(frame) }
  }

  /// Whether the extent along `axis` is the same whatever is offered along it: spares stacks most measuring.
  func isRigid(_ axis: Axis) -> Bool { children.count == 1 && children[0].isRigid(axis) }

  /// A row called `name` that the node has and did not make; `nil` when there is none.
  func unmadeRow(named name: AnyID) -> Node? { nil }

  /// The order in which views of a stack get room: higher before lower.
  package var layoutPriority: Int { children.count == 1 ? children[0].layoutPriority : 0 }

  // MARK: Drawing

  /// Draws the node; called when it is at least partly visible.
  package func draw(on canvas: inout Canvas) {
    drawChildren(on: &canvas)
  }

  final func drawChildren(on canvas: inout Canvas) {
    for child in children where canvas.shows(child.frame) { child.draw(on: &canvas) }
  }

  // MARK: Keys

  /// The identity at which focus is stored; `nil` if the node cannot take the focus.
  package var focusIdentity: Identity? { nil }
  /// Gets the focus only when it is asked for: who goes on from field to field passes it over.
  package var isPassedOver: Bool { false }
  /// Takes the focus when a layer appears and nothing else had it.
  package var prefersDefaultFocus: Bool { false }
  /// Whether the first node in it that takes the focus gets it before others where nothing has it yet.
  package var holdsDefaultFocus: Bool { false }
  /// The commands available while the node or a descendant is focused.
  package var commands: [Command] { [] }
  /// The scope of keys in which the node's commands run; `nil` takes the parent's.
  package var scope: EnvironmentValues? { nil }

  /// Offers an event before any command sees it; `true` when it was used up.
  package func handle(_ event: TerminalEvent, in context: CommandContext) -> Bool { false }
  /// Takes as much of what was typed at once as is text here, and returns the rest, which is keys.
  package func take(typed text: Substring, in context: CommandContext) -> Substring { text }
  /// Notes that the node has just got the focus, in another way than by the mouse.
  package func enter() {}
  /// Hands over what was edited and kept back so far: something is about to be done with it.
  package func handOver() {}
  /// Whether the node keeps `key` from the commands around it: ``handle(_:in:)`` would use it up, or nothing shall.
  package func takes(_ key: KeyEvent) -> Bool { false }
  /// Whether letters and digits go to the node before any command, those of nodes within too.
  var hearsTyping: Bool { false }

  /// The part that is to be seen where `rect` within the node has the focus.
  func revealed(with rect: Rect) -> Rect { rect }

  /// Scrolls so that `rect` becomes visible; called from the focused node outwards, in every frame.
  ///
  /// A place that stands where it stood, in the same room, is left to whoever has scrolled it away, unless it `isNew`.
  /// - Returns: Whether it scrolled.
  func reveal(_ rect: Rect, isNew: Bool) -> Bool { false }

  /// The position of the hardware cursor while the node is focused; `nil` hides it.
  package var hardwareCursor: Point? { nil }
}
