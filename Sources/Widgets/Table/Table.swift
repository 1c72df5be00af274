/// A table view with rows, columns and a cursor, which asks its source only for the rows and columns that are visible.
///
/// The row under the cursor is marked `›` and, with the focus, reversed. Keys: arrows and `hjkl`, pages, both ends.
public struct Table: NodeView {
  let columns: [TableColumn]
  let source: any TableSource
  let cursor: ListCursor?
  private(set) var frozenColumns = 0
  private(set) var hasColumnCursor = false
  private(set) var showsHeader = true
  private(set) var emptyText = "no rows"
  private(set) var highlightedTexts: [String] = []
  private(set) var isActiveWithoutFocus = false
  private(set) var onSide: ((Int, CommandContext) -> Void)?
  private(set) var onHeader: ((HeaderAction, CommandContext) -> Void)?

  /// A mouse action on the header of a table: pressing a title or dragging a column's edge.
  package enum HeaderAction: Hashable, Sendable {
    /// The title of a column was pressed.
    case press(String)
    /// The edge behind a column is dragged, to so many cells; whether that just began.
    case drag(String, width: Int, isFirst: Bool)
  }

  /// A table of `source`; give a `cursor` of your own to know, and restore, where one is.
  public init(_ columns: [TableColumn], source: any TableSource, cursor: ListCursor? = nil) {
    self.columns = columns
    self.source = source
    self.cursor = cursor
  }

  /// Keeps leading columns in place when the others scroll, within half of the room.
  public func frozenColumns(_ count: Int) -> Table { with { $0.frozenColumns = max(0, count) } }

  /// Lets left and right move a cursor over columns instead of scrolling.
  public func columnCursor(_ isShown: Bool = true) -> Table {
    with { $0.hasColumnCursor = isShown }
  }

  /// Shows or leaves out the titles.
  public func header(_ isShown: Bool) -> Table { with { $0.showsHeader = isShown } }

  /// Marks `texts` wherever they show in a cell, in any case of their letters: what was searched for.
  public func highlighting(_ texts: [String]) -> Table { with { $0.highlightedTexts = texts } }

  /// Hears of left (-1) and right (1) where all columns are in view.
  package func onSide(_ action: @escaping (Int, CommandContext) -> Void) -> Table {
    with { $0.onSide = action }
  }

  /// Hears of presses on the titles, and of drags of the edges between them.
  package func onHeader(_ action: @escaping (HeaderAction, CommandContext) -> Void) -> Table {
    with { $0.onHeader = action }
  }

  /// Sets the text that replaces the rows when the table is known to be empty.
  public func emptyText(_ text: String) -> Table { with { $0.emptyText = text } }

  /// Leaves the focus to a neighbour, such as a search field, and shows the cursor as if it had it.
  func activeWithoutFocus(_ isActive: Bool) -> Table { with { $0.isActiveWithoutFocus = isActive } }

  /// The node the view is drawn with.
  package func node(in context: ViewContext) -> Node {
    TableNode(self, in: context)
  }
}

/// The state that a table keeps between frames: its cursor, a dragged column edge and the widths seen so far.
final class TableMemory {
  /// A column edge that the mouse holds to resize a column, with the starting mouse position and the original width.
  struct HeldEdge {
    let column: String
    let x: Int
    let width: Int
    var isDragged = false
  }

  let cursor = ListCursor()
  var heldEdge: HeldEdge?
  private var columns: [TableColumn] = []
  /// The most cells seen in each column, its title among them.
  private(set) var natural: [Int] = []
  /// The most cells of a value seen in each column.
  private(set) var content: [Int] = []

  /// Begins with the titles when the columns are others than before.
  func begin(_ columns: [TableColumn]) {
    let known = self.columns
    self.columns = columns
    func cells(_ column: TableColumn) -> Int {
      DisplayText.cells(DisplayText.visible(column.heading))
    }
    guard columns.map(\.id) == known.map(\.id) else {
      content = columns.map { _ in 0 }
      return natural = columns.map(cells)
    }
    // The mark of the order may have come to a title.
    for index in columns.indices where columns[index].mark != known[index].mark {
      natural[index] = max(natural[index], cells(columns[index]))
    }
  }

  /// Widens columns for `row`; they never shrink while one scrolls.
  func note(_ row: TableRow) {
    for (column, cell) in zip(natural.indices, row.cells) {
      let cells =
        DisplayText.isPlain(cell.text)
        ? cell.text.utf8.count : DisplayText.cells(DisplayText.line(cell.text, width: 1_000))
      if cells > natural[column] { natural[column] = cells }
      if cells > content[column] { content[column] = cells }
    }
  }
}
