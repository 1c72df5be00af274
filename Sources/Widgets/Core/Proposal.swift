import Terminal

/// The room a parent offers; `nil` asks for the ideal size along that axis.
nonisolated struct Proposal: Hashable, Sendable {
  var width: Int?
  var height: Int?

  /// No offer: each takes what suits it.
  static let ideal = Proposal(width: nil, height: nil)

  /// More than any screen has: asks how far a view would stretch.
  static let unlimited = 100_000
}

/// The direction of a stack.
public nonisolated enum Axis: Sendable {
  case horizontal, vertical
}

extension Proposal {
  nonisolated init(_ size: Size) {
    self.init(width: size.width, height: size.height)
  }

  /// Returns the proposal reduced by insets.
  func inset(by insets: Insets) -> Proposal {
    Proposal(
      width: width.map { max(0, $0 - insets.left - insets.right) },
      height: height.map { max(0, $0 - insets.top - insets.bottom) }
    )
  }

  init(axis: Axis, main: Int?, cross: Int?) {
    self =
      axis == .horizontal
      ? Proposal(width: main, height: cross) : Proposal(width: cross, height: main)
  }

  func main(_ axis: Axis) -> Int? { axis == .horizontal ? width : height }
  func cross(_ axis: Axis) -> Int? { axis == .horizontal ? height : width }
}

extension Size {
  /// The size of what has this within insets.
  nonisolated func outset(by insets: Insets) -> Size {
    Size(
      width: width + insets.left + insets.right,
      height: height + insets.top + insets.bottom
    )
  }

  nonisolated init(axis: Axis, main: Int, cross: Int) {
    self = axis == .horizontal ? Size(width: main, height: cross) : Size(width: cross, height: main)
  }

  nonisolated func main(_ axis: Axis) -> Int { axis == .horizontal ? width : height }
  nonisolated func cross(_ axis: Axis) -> Int { axis == .horizontal ? height : width }
}

/// The horizontal alignment of a view in more width than it needs.
public nonisolated enum HorizontalAlignment: Sendable {
  case leading, center, trailing

  /// How far in a thing of `length` begins in `room`.
  func offset(of length: Int, in room: Int) -> Int {
    switch self {
    case .leading: 0
    case .center: max(0, (room - length) / 2)
    case .trailing: max(0, room - length)
    }
  }
}

/// The vertical alignment of a view in more height than it needs.
public nonisolated enum VerticalAlignment: Sendable {
  case top, center, bottom

  /// How far down a thing of `length` begins in `room`.
  func offset(of length: Int, in room: Int) -> Int {
    switch self {
    case .top: 0
    case .center: max(0, (room - length) / 2)
    case .bottom: max(0, room - length)
    }
  }
}

/// Both alignments at once.
public nonisolated struct Alignment: Sendable {
  /// The alignment across.
  public var horizontal: HorizontalAlignment
  /// The alignment up and down.
  public var vertical: VerticalAlignment

  /// An alignment of both axes.
  public init(_ horizontal: HorizontalAlignment, _ vertical: VerticalAlignment) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// Leading across, top up and down.
  public static let topLeading = Alignment(.leading, .top)
  /// Center across, center up and down.
  public static let center = Alignment(.center, .center)
}

extension Rect {
  /// A rectangle of `size` aligned in this one, never beyond it.
  nonisolated func placing(_ size: Size, _ alignment: Alignment) -> Rect {
    let width = min(size.width, self.width)
    let height = min(size.height, self.height)
    return Rect(
      x: minX + alignment.horizontal.offset(of: width, in: self.width),
      y: minY + alignment.vertical.offset(of: height, in: self.height),
      width: width,
      height: height
    )
  }
}
