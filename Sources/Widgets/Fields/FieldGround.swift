import Terminal

/// The ground of a field: a shade as wide as its values, or a bar at each side where the palette has no shade.
package struct FieldGround: Hashable, Sendable {
  private let width: Int

  /// A ground for texts of `width` cells; a longer text makes it wider as far as there is room.
  package init(width: Int) { self.width = max(1, Extent.limited(width)) }

  /// The cells that a text of `cells` takes with the cursor behind it and an edge at each side.
  func width(around cells: Int) -> Int { max(width, cells) + 3 }

  /// The cells of the text within a box; a narrow box has no edges.
  static func room(in box: Rect) -> Rect { box.width > 4 ? box.inset(x: 1) : box }

  /// The style of a text on the ground, whose own colours stay.
  static func style(over style: Style, in palette: Palette) -> Style {
    isShaded(palette) ? style.shaded(with: palette[.field]) : style
  }

  private static func isShaded(_ palette: Palette) -> Bool {
    palette[.field].background != .default
  }

  /// Draws the shade or the bars of a box; the bars of the focused field are marked by colour too.
  static func draw(
    _ box: Rect,
    isFocused: Bool,
    style: Style,
    palette: Palette,
    on canvas: inout Canvas
  ) {
    canvas.fill(box, style: style)
    guard !isShaded(palette), room(in: box) != box else { return }
    let bar = style.overlaid(with: palette[isFocused ? .accent : .dim])
    let (left, right) = box.split(1, from: .left)
    canvas.fill(left, with: "▏", style: bar)
    canvas.fill(right.split(1, from: .right).part, with: "▕", style: bar)
  }
}

/// The node of `fieldGround`: draws the ground of a field that shows other views than a text being edited.
private final class FieldGroundNode: ContextNode {
  private let width: Int

  init(width: Int, child: Node, in context: ViewContext) {
    self.width = width
    super.init(context, children: [child])
  }

  private var box: Rect {
    Rect(x: frame.minX, y: frame.minY, width: min(frame.width, width), height: frame.height)
  }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    let width = min(width, proposal.width ?? width)
    return Size(
      width: width,
      height: children[0].measure(Proposal(width: max(0, width - 2), height: nil)).height
    )
  }

  override func placeChildren() { children[0].place(FieldGround.room(in: box)) }

  override func draw(on canvas: inout Canvas) {
    let isFocused = parent?.focusIdentity.map(canvas.isFocused) == true
    FieldGround.draw(box, isFocused: isFocused, style: style, palette: palette, on: &canvas)
    drawChildren(on: &canvas)
    if isFocused { canvas.shade(FieldGround.room(in: box), palette[.cursor]) }
  }
}

extension View {
  /// Draws the view on the ground of a field of `width` cells; the view directly around it takes the focus.
  package func fieldGround(width: Int) -> some View {
    changing { $0.style = FieldGround.style(over: $0.style, in: $0.palette) }
      .wrapped {
        var context = $1
        context.style = FieldGround.style(over: context.style, in: context.palette)
        return FieldGroundNode(
          width: FieldGround(width: width).width(around: 0),
          child: $0,
          in: context
        )
      }
  }
}
