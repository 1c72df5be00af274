import EntityStore
import Qualifiers
import RuleEnvironment
import Widgets

/// Objects as titled summaries: what names each, and its other properties in one line.
struct SummaryList: View {
  let model: ListModel

  var body: some View {
    Table(
      [TableColumn("summary", title: "", width: .flexible())],
      source: SummarySource(list: model),
      cursor: model.cursor
    )
    .header(false)
    .emptyText(model.emptyText)
  }
}

/// The rows of a list, each as one text.
private final class SummarySource: @MainActor TableSource {
  let list: ListModel

  init(list: ListModel) { self.list = list }

  var bounds: RowBounds { list.bounds }
  func ensure(_ positions: Range<Int>) { list.ensure(positions) }
  func jump(to end: RowEnd) { list.jump(to: end) }
  func id(at position: Int) -> AnyHashable? { list.id(at: position) }
  func position(of id: AnyHashable) -> Int? { list.position(of: id) }

  func row(at position: Int) -> TableRow? {
    guard let row = list.row(at: position), let record = list.record(at: position) else {
      return nil
    }
    let title = list.scope.scoped(to: record)[RenderingKeys.shared.title]
    let parts = zip(list.columns, row.cells).compactMap { column, cell -> String? in
      guard cell.role != .null, !cell.text.isEmpty, cell.text != title else { return nil }
      return column.title.isEmpty ? cell.text : "\(column.title): \(cell.text)"
    }
    let text = ([title] + parts).joined(separator: "  ")
    return TableRow([TableCell(text)], role: row.role, style: row.style, isMarked: row.isMarked)
  }
}
