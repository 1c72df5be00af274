/// Where the columns of a table stand.
nonisolated struct ColumnLayout: Hashable {
  /// A visible column.
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
  private static let squeezed = 12

  /// The widths of all columns for a room of `available` cells.
  /// - Parameters:
  ///   - columns: The columns.
  ///   - natural: The cells that title and known rows of each column take.
  ///   - available: The room.
  /// - Returns: A width for each column; their sum may be more than the room, then the table scrolls.
  static func widths(
    _ columns: [TableColumn],
    natural: [Int],
    available: Int
  ) -> [Int] {
    var widths = zip(columns, natural).map { column, natural in
      switch column.width {
      case .fixed(let width): max(1, width)
      case .automatic(let least, let most): min(max(natural, least, 1), max(most, least, 1))
      case .flexible(let least): max(least, 1)
      }
    }
    let room = available - gap * max(0, columns.count - 1)
    squeeze(&widths, columns, to: room)
    stretch(&widths, columns, to: room)
    return widths
  }

  /// Cuts the widest automatic columns, all to the same width, until the sum fits.
  private static func squeeze(_ widths: inout [Int], _ columns: [TableColumn], to room: Int) {
    var excess = widths.reduce(0, +) - room
    while excess > 0 {
      let automatic = columns.indices.filter { index in
        guard case .automatic(let least, _) = columns[index].width else { return false }
        return widths[index] > max(squeezed, least)
      }
      guard let widest = automatic.map({ widths[$0] }).max() else { return }
      for index in automatic where widths[index] == widest && excess > 0 {
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

  /// The columns visible in `available` cells when scrolled to `left`; `frozen` leading ones stay, in at most half.
  static func visible(
    widths: [Int],
    frozen: Int,
    left: Int,
    available: Int
  ) -> ColumnLayout {
    var layout = ColumnLayout()
    var x = 0
    let kept = frozenCount(widths: widths, frozen: frozen, available: available)
    let first = max(kept, left)
    for column in Array(0..<kept) + Array(first..<max(first, widths.count)) {
      guard x < available else {
        layout.hidesRight = true
        break
      }
      let width = min(widths[column], available - x)
      if width < widths[column] { layout.hidesRight = true }
      layout.slots.append(Slot(column: column, x: x, width: width))
      x += width + gap
    }
    layout.hidesLeft = first > kept
    return layout
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
