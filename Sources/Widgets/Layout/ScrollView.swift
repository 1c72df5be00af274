import Terminal

/// Content taller than its room: scrolls to what has the focus, and shows where it is.
public struct ScrollView: NodeView {
  private let content: AnyContent
  private let isCompact: Bool

  /// Vertical scrolling over `content`; where it `isCompact` it is as high as that, up to the room there is.
  public init<Content: View>(isCompact: Bool = false, @ViewBuilder content: () -> Content) {
    self.isCompact = isCompact
    self.content = AnyContent(content())
  }

  /// The node the view is drawn with.
  package func node(in context: ViewContext) -> Node {
    ScrollNode(context.child(0).node(of: content), isCompact: isCompact, in: context)
  }
}

/// The state of a scroll view kept between frames: its scroll offset and the place of the focused view in the last frame.
final class ScrollState {
  var offset = 0
  /// The place of the focus in the last frame.
  fileprivate var revealed: RevealedPlace?
  /// Whether rows turned out higher than they were thought to be, so that what has the focus has got another place.
  fileprivate var hasGrown = false
}

/// The rows of the focused view within the content of a scroll view, and the visible height of the scroll view.
///
/// Compared with that of the last frame: a focus that has not moved stays where the user has scrolled it.
private struct RevealedPlace: Equatable {
  let start: Int
  let height: Int
  let room: Int
}

/// The node of a ``ScrollView``: scrolls its content so that the focused view is visible, and clips it to its frame.
final class ScrollNode: ContextNode {
  private let state: ScrollState
  private let isCompact: Bool
  private var growth = 0

  init(_ content: Node, isCompact: Bool, in context: ViewContext) {
    self.isCompact = isCompact
    state = context.identity.object { ScrollState() }
    super.init(context, children: [content])
  }

  override var focusIdentity: Identity? { takesFocus ? identity : nil }

  private var content: Node { children[0] }
  /// Asked once all is placed, for some content is made only then.
  private var takesFocus: Bool { !content.containsFocusable }

  override func isRigid(_ axis: Axis) -> Bool { false }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    let size = content.measure(Proposal(width: proposal.width, height: nil))
    if isCompact { return compactSize(size, proposal) }
    return Size(
      width: proposal.width ?? size.width,
      height: proposal.height ?? size.height
    )
  }

  /// Returns the content's size, one column wider for the scroll bar if the content is too high.
  private func compactSize(_ size: Size, _ proposal: Proposal) -> Size {
    guard let height = proposal.height, height < size.height else { return size }
    return Size(width: min(size.width + 1, proposal.width ?? .max), height: height)
  }

  override func placeChildren() {
    var width = frame.width
    var height = content.measure(Proposal(width: width, height: nil)).height
    if height > frame.height, width > 1 {
      width -= 1
      height = content.measure(Proposal(width: width, height: nil)).height
    }
    height += growth
    state.offset = max(0, min(state.offset, height - frame.height))
    content.place(
      Rect(x: frame.minX, y: frame.minY - state.offset, width: width, height: height)
    )
  }

  override func draw(on canvas: inout Canvas) {
    canvas.clipped(to: frame) { canvas in
      drawChildren(on: &canvas)
      drawPosition(on: &canvas)
    }
  }

  private func drawPosition(on canvas: inout Canvas) {
    let total = content.frame.height
    guard total > frame.height, frame.height > 0, content.frame.width < frame.width else { return }
    let length = max(1, frame.height * frame.height / total)
    let travel = frame.height - length
    let most = total - frame.height
    let start = (2 * travel * state.offset + most) / (2 * most)
    let column = Rect(x: frame.maxX - 1, y: frame.minY, width: 1, height: frame.height)
    canvas.fill(column, with: "│", style: palette[.dim])
    let thumb = Rect(x: column.minX, y: column.minY + start, width: 1, height: length)
    canvas.fill(thumb, with: "┃", style: style)
  }

  /// Follows content that turns out to be higher than it was measured, by so many lines `above` what stands still.
  func contentGrew(by lines: Int, above: Int) {
    growth += lines
    state.offset += above
    state.hasGrown = true
  }

  override func reveal(_ rect: Rect, isNew: Bool) -> Bool {
    let place = RevealedPlace(
      start: rect.minY - content.frame.minY,
      height: rect.height,
      room: frame.height
    )
    let isMoved = place != state.revealed && !state.hasGrown
    (state.revealed, state.hasGrown) = (place, false)
    guard isNew || isMoved else { return false }
    let top = rect.minY - frame.minY
    let bottom = rect.maxY - frame.maxY
    if top < 0 || rect.height > frame.height {
      state.offset += top
    } else if bottom > 0 {
      state.offset += bottom
    } else {
      return false
    }
    return true
  }

  override var commands: [Command] {
    let page = max(1, frame.height - 1)
    let half = max(1, page / 2)
    let commands = [
      scroll(.pageDown, page), scroll(.pageUp, -page), scroll(.halfPageDown, half),
      scroll(.halfPageUp, -half), scroll(.toStart, -Proposal.unlimited),
      scroll(.toEnd, Proposal.unlimited),
    ]
    return takesFocus ? commands + [scroll(.moveDown, 1), scroll(.moveUp, -1)] : commands
  }

  /// Scrolls by `rows`; the focus goes along to the nearest view that takes it.
  private func scroll(_ definition: CommandDefinition, _ rows: Int) -> Command {
    Command(definition, isHidden: true) { [self] context in
      let most = max(0, content.frame.height - frame.height)
      let before = state.offset
      state.offset = max(0, min(before + rows, most))
      let moved = !takesFocus && context.host.focus.moveDown(by: rows, within: self)
      if state.offset == before, !moved { context.beep() }
    }
  }

  override func handle(_ event: TerminalEvent, in context: CommandContext) -> Bool {
    guard case .mouse(let mouse) = event else { return false }
    switch mouse.action {
    case .scrollDown: state.offset += 3
    case .scrollUp: state.offset -= 3
    default: return false
    }
    return true
  }
}

extension Node {
  /// Whether a view in this one can take the focus.
  var containsFocusable: Bool {
    focusIdentity != nil || children.contains { $0.containsFocusable }
  }
}
