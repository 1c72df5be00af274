import Widgets

/// A row of a panel of the start page.
struct StartItem {
  /// A text that no other row has.
  let id: String
  let title: String
  /// The count, the time or the key beside the title.
  var detail = ""
  let open: (CommandContext) -> Void

  /// The columns of a panel.
  static let columns = [
    TableColumn("title", title: "", width: .automatic(min: 12, max: 48)),
    TableColumn("detail", title: ""),
  ]

  /// The row of a table, with `leading` cells more between title and detail.
  func row(leading: Int = 0) -> TableRow {
    let blank = Array(repeating: TableCell(""), count: leading)
    return TableRow([TableCell(title)] + blank + [TableCell(detail, role: .dim)])
  }
}

/// A panel of the start page: a title and rows that lead to other pages.
final class StartPanel: TableSource {
  let title: String
  var items: [StartItem] = []
  let cursor = ListCursor()

  init(_ title: String) {
    self.title = title
    cursor.passesFocus = true
  }

  /// The row under the cursor.
  var current: StartItem? {
    items.indices.contains(cursor.position) ? items[cursor.position] : nil
  }

  var bounds: RowBounds { RowBounds(items.indices) }
  func id(at position: Int) -> AnyID? {
    items.indices.contains(position) ? AnyID(items[position].id) : nil
  }
  func position(of id: AnyID) -> Int? { items.firstIndex { AnyID($0.id) == id } }
  func row(at position: Int) -> TableRow? {
    items.indices.contains(position) ? items[position].row() : nil
  }
}
