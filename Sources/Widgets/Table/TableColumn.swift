public import Terminal

/// The rule for the width of a table column: fixed, by its content within limits, or a share of the free space.
public nonisolated enum ColumnWidth: Hashable, Sendable {
  /// Always so many cells.
  case fixed(Int)
  /// The width of the title and the widest cell seen so far, within limits; shrinks when room is short.
  case automatic(min: Int = 4, max: Int = 40)
  /// Takes a share of the room that is left, at least so many cells.
  case flexible(min: Int = 8)
}

/// The description of a column of a ``Table``: its id, title, width, alignment and sort mark.
public nonisolated struct TableColumn: Hashable, Sendable {
  /// The name by which the program knows it.
  public var id: String
  /// The text above it.
  public var title: String
  /// How wide it is.
  public var width: ColumnWidth
  /// The horizontal alignment of the cells.
  ///
  /// Align numbers at the end: a truncated number would read as another number.
  public var alignment: HorizontalAlignment
  /// A sign after the title: `↑` or `↓` when rows are sorted by it.
  public var mark: String
  /// Whether part of a text would be misread, as with dates: the column is shown whole or scrolled away.
  public var isIndivisible: Bool

  /// A column.
  public init(
    _ id: String,
    title: String,
    width: ColumnWidth = .automatic(),
    alignment: HorizontalAlignment = .leading,
    mark: String = "",
    isIndivisible: Bool = false
  ) {
    self.id = id
    self.title = title
    self.width = width
    self.alignment = alignment
    self.mark = mark
    self.isIndivisible = isIndivisible || alignment == .trailing
  }

  var heading: String { mark.isEmpty ? title : "\(title) \(mark)" }

  /// The heading in so many cells: a title that is cut keeps its mark.
  nonisolated func heading(width: Int) -> String {
    let room = titleRoom(width)
    guard !mark.isEmpty, room < width else { return heading }
    return DisplayText.line(title, width: room) + " " + mark
  }

  /// The headings of columns in so many cells each.
  ///
  /// Titles that would be cut to the same text are cut where they begin alike instead.
  nonisolated static func headings(_ slots: [(column: TableColumn, width: Int)]) -> [String] {
    var headings = slots.map { $0.column.heading(width: $0.width) }
    let kept = slots.map { slot -> Substring? in
      let title = slot.column.title
      let line = DisplayText.line(title, width: slot.column.titleRoom(slot.width))
      return line == title ? nil : line.dropLast()
    }
    for (index, own) in kept.enumerated() {
      guard let own else { continue }
      let alike = kept.indices.filter { other in
        guard let text = kept[other] else { return false }
        let count = min(own.count, text.count)
        return own.prefix(count) == text.prefix(count)
      }
      let shared = sharedLength(of: alike.map { slots[$0].column.title })
      guard shared > 0 else { continue }
      var column = slots[index].column
      column.title = "…" + column.title.dropFirst(shared)
      headings[index] = column.heading(width: slots[index].width)
    }
    return headings
  }

  /// The cells for the title in a heading of so many.
  private nonisolated func titleRoom(_ width: Int) -> Int {
    let room = width - DisplayText.cells(mark) - 1
    return mark.isEmpty || room <= 0 ? width : room
  }

  /// The number of characters with which different titles begin alike, in whole words where that leaves something.
  private nonisolated static func sharedLength(of titles: [String]) -> Int {
    guard let first = titles.first, titles.contains(where: { $0 != first }) else { return 0 }
    let shared = titles.dropFirst().reduce(first[...]) { shared, title in
      let count = zip(shared, title).prefix { $0 == $1 }.count
      return shared.prefix(count)
    }
    let whole = shared.lastIndex(of: " ").map {
      shared.distance(from: shared.startIndex, to: $0) + 1
    }
    return whole ?? shared.count
  }
}

/// The content of one table cell: a text, its role and its style.
public nonisolated struct TableCell: Hashable, Sendable {
  /// The text; made harmless when it is drawn.
  public var text: String
  /// The role of the text in the palette, which decides its colour; `nil` for plain text.
  public var role: Role?
  /// A style laid over that of the role: colours that rules chose.
  public var style: Style

  /// A cell with `text`.
  public init(_ text: String, role: Role? = nil, style: Style = .plain) {
    self.text = text
    self.role = role
    self.style = style
  }

  /// No value: a dim `∅`, which no text can be mistaken for.
  public static let null = TableCell("∅", role: .null)
}

/// The appearance of one row of a ``Table``: its cells and style, and whether it is marked, deleted or a heading.
public nonisolated struct TableRow: Hashable, Sendable {
  /// The cells, in the order of the columns; missing ones are blank.
  public var cells: [TableCell]
  /// The role of the whole row in the palette, which decides its colour; `nil` for a plain row.
  public var role: Role?
  /// A style laid over that of the role.
  public var style: Style
  /// Whether the person marked it: shown as `•` before the row.
  public var isMarked: Bool
  /// Whether it is to go: shown dim, with `-` before the row.
  public var isGoing = false
  /// Whether it is to be added: shown with `+` before the row.
  package var isAdded = false
  /// Whether it is one of those with which the same is to be done: shown with `✓` before the row.
  package var isTagged = false
  /// Stands over the whole width in place of cells, as a title of the rows below: `── views ──`.
  public var heading: String?

  /// A title of the rows below.
  public static func heading(_ title: String) -> TableRow {
    var row = TableRow([])
    row.heading = title
    return row
  }

  /// A row of `cells`.
  public init(
    _ cells: [TableCell],
    role: Role? = nil,
    style: Style = .plain,
    isMarked: Bool = false
  ) {
    self.cells = cells
    self.role = role
    self.style = style
    self.isMarked = isMarked
  }
}

/// A source of cells, which a table asks for the rows it shows.
@MainActor
public protocol CellSource: AnyObject {
  /// The row at `position`; `nil` while it is not loaded.
  func row(at position: Int) -> TableRow?
  /// The row at `position`, of which only the cells of `columns` are looked at; the others may be blank.
  func row(at position: Int, columns: ColumnSpan) -> TableRow?
}

extension CellSource {
  /// All cells of the row, for sources to which they cost little.
  public func row(at position: Int, columns: ColumnSpan) -> TableRow? { row(at: position) }
}

/// The columns whose cells a table needs: leading ones, which stay when the others scroll, and the visible range of the others.
///
/// A ``CellSource`` may leave the cells of all other columns blank.
public nonisolated struct ColumnSpan: Hashable, Sendable {
  /// How many leading columns.
  public let leading: Int
  /// The others.
  public let stretch: Range<Int>

  /// Every column.
  public static let all = ColumnSpan(leading: 0, stretch: 0..<Int.max)

  /// Whether the cells of a column are looked at.
  public func contains(_ column: Int) -> Bool { column < leading || stretch.contains(column) }
}

/// Rows made of cells: what a ``Table`` shows.
///
/// Two protocols and no inheritance: Swift 6.3 does not infer the main actor for a conformance to a protocol of another
/// module that inherits from a main actor protocol.
public typealias TableSource = RowSource & CellSource
