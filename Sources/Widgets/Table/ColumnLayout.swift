/// The horizontal layout of a table: which columns are visible, where, how wide, and whether others are hidden at either side.
nonisolated struct ColumnLayout: Hashable {
  /// The position of one visible column: its index among the table's columns, its first cell, and its width.
  struct Slot: Hashable {
    let column: Int
    let x: Int
    let width: Int
  }

  /// The visible columns, from left to right; the last may be cut.
  var slots: [Slot] = []
  /// Columns that are hidden left of the scrolled part.
  var hidesLeft = false
  /// Columns that are hidden, or cut, at the right.
  var hidesRight = false

  static let gap = 2
  /// Columns are not squeezed below this to avoid scrolling.
  private static let squeezed = 14
  /// The first column says which row it is, and keeps more.
  private static let squeezedFirst = 18
  /// A title above narrower values is not cut below this.
  private static let squeezedTitle = 10

  /// The widths of all columns for a room of `available` cells.
  /// - Parameters:
  ///   - columns: The columns.
  ///   - natural: The cells that title and known rows of each column take.
  ///   - content: The cells that the known rows alone take.
  ///   - available: The room.
  /// - Returns: A width for each column; their sum may be more than the room, then the table scrolls.
  static func widths(
    _ columns: [TableColumn],
    natural: [Int],
    content: [Int],
    available: Int
  ) -> [Int] {
    var widths = zip(columns, natural).map { column, natural in
      switch column.width {
      case .fixed(let width): max(1, Extent.limited(width))
      case .automatic(let least, let most): min(max(natural, least, 1), max(most, least, 1))
      case .flexible(let least): max(least, 1)
      }
    }
    let room = available - gap * max(0, columns.count - 1)
    squeeze(&widths, columns, content: content, to: room)
    stretch(&widths, columns, to: room)
    return widths
  }

  /// The cells that columns of these widths take side by side.
  static func total(_ widths: [Int]) -> Int {
    widths.reduce(0, +) + gap * max(0, widths.count - 1)
  }

  /// Cuts the widest automatic columns, all to the same width, until the sum fits.
  ///
  /// If that leaves columns too narrow, the table scrolls with each column at its least width, to show many at once.
  private static func squeeze(
    _ widths: inout [Int],
    _ columns: [TableColumn],
    content: [Int],
    to room: Int
  ) {
    let least = columns.indices.map { index in
      guard case .automatic(let least, _) = columns[index].width else { return widths[index] }
      let most = index == 0 ? squeezedFirst : squeezed
      let values = columns[index].isIndivisible ? content[index] : min(content[index], most)
      return min(widths[index], max(least, values, squeezedTitle))
    }
    guard widths.reduce(0, +) > room else { return }
    guard least.reduce(0, +) <= room else { return widths = least }
    var excess = widths.reduce(0, +) - room
    while excess > 0 {
      let cuttable = columns.indices.filter { widths[$0] > least[$0] }
      guard let widest = cuttable.map({ widths[$0] }).max() else { return }
      for index in cuttable where widths[index] == widest && excess > 0 {
        widths[index] -= 1
        excess -= 1
      }
    }
  }

  /// Shares what is left among the flexible columns.
  private static func stretch(_ widths: inout [Int], _ columns: [TableColumn], to room: Int) {
    let flexible = columns.indices.filter { index in
      if case .flexible = columns[index].width { true } else { false }
    }
    var left = room - widths.reduce(0, +)
    guard left > 0 else { return }
    for (rank, index) in flexible.enumerated() {
      let share = left / (flexible.count - rank)
      widths[index] += share
      left -= share
    }
  }

  /// The columns that may come to be seen when the one with the cursor is shown: more cannot stand side by side,
  /// however narrow they are.
  ///
  /// Stays the same for some columns of scrolling, so that rows made for it are made once.
  static func span(
    of count: Int,
    frozen: Int,
    left: Int,
    column: Int,
    available: Int
  ) -> ColumnSpan {
    let most = available / (1 + gap) + 1
    guard count > 3 * most else { return .all }
    // What is seen begins between here and a screen's columns further, wherever it is scrolled to.
    let first = max(0, column < left ? column : max(left, column - most))
    let start = first / most * most
    return ColumnSpan(leading: frozen, stretch: start..<(start + 3 * most))
  }

  /// The columns visible in `available` cells when scrolled to `left`; `frozen` leading ones stay, in at most half.
  ///
  /// A column that would be cut to a stump is left out, and its room goes to those that had to be cut before.
  static func visible(
    _ columns: [TableColumn],
    widths: [Int],
    natural: [Int],
    frozen: Int,
    left: Int,
    available: Int
  ) -> ColumnLayout {
    var layout = ColumnLayout()
    let kept = frozenCount(widths: widths, frozen: frozen, available: available)
    let first = max(kept, left)
    var room = available
    for column in Array(0..<kept) + Array(first..<max(first, widths.count)) {
      let width = min(widths[column], room)
      let isStump = width < widths[column] && (width < stump || columns[column].isIndivisible)
      guard width > 0, !isStump || layout.slots.isEmpty else {
        layout.hidesRight = true
        break
      }
      if width < widths[column] { layout.hidesRight = true }
      layout.slots.append(Slot(column: column, x: 0, width: width))
      room -= width + gap
    }
    layout.hidesLeft = first > kept
    layout.spread(max(0, room + gap), columns, natural: natural)
    return layout
  }

  /// Text cut to less says nothing any more.
  private static let stump = 8

  /// Gives `room` to the columns that are narrower than what they show, the narrowest first, and puts all in their places.
  private mutating func spread(_ room: Int, _ columns: [TableColumn], natural: [Int]) {
    var widths = slots.map(\.width)
    let wanted = slots.map { slot in
      guard case .automatic(_, let most) = columns[slot.column].width else { return slot.width }
      return max(slot.width, min(natural[slot.column], most))
    }
    for _ in 0..<room {
      let growing = widths.indices.filter { widths[$0] < wanted[$0] }
      guard let narrowest = growing.min(by: { widths[$0] < widths[$1] }) else { break }
      widths[narrowest] += 1
    }
    var x = 0
    for (index, width) in widths.enumerated() {
      slots[index] = Slot(column: slots[index].column, x: x, width: width)
      x += width + Self.gap
    }
  }

  /// How many leading columns stay when the others scroll: as many as asked, within half of the room.
  static func frozenCount(widths: [Int], frozen: Int, available: Int) -> Int {
    var used = 0
    for column in 0..<min(frozen, max(0, widths.count - 1)) {
      used += widths[column] + gap
      if used > available / 2 { return column }
    }
    return min(frozen, max(0, widths.count - 1))
  }

  /// The first visible column when scrolled to `left`, but not so far that there is room left behind the last.
  static func leftmost(upTo left: Int, widths: [Int], kept: Int, available: Int) -> Int {
    var room = available - widths[..<kept].reduce(0) { $0 + $1 + gap }
    var first = widths.count
    while first > kept, widths[first - 1] <= room {
      first -= 1
      room -= widths[first] + gap
    }
    return min(left, max(kept, min(first, widths.count - 1)))
  }

  /// The least scrolling from `left` that shows `column` whole.
  static func scroll(
    toShow column: Int,
    widths: [Int],
    frozen: Int,
    left: Int,
    available: Int
  ) -> Int {
    let kept = frozenCount(widths: widths, frozen: frozen, available: available)
    guard column >= kept, widths.indices.contains(column) else { return left }
    var left = min(max(left, kept), max(kept, widths.count - 1))
    if column < left { return column }
    let fixed = widths[..<kept].reduce(0) { $0 + $1 + gap }
    func end() -> Int { fixed + widths[left...column].reduce(0) { $0 + $1 + gap } - gap }
    while left < column, end() > available { left += 1 }
    return left
  }
}
