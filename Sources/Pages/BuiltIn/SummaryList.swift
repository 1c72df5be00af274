import AccessControl
import RuleEnvironment
import Widgets
import Workspace

/// Objects as titled summaries: what names each in one line, its other properties in the next.
struct SummaryList: View {
  let model: ListModel

  var body: some View {
    List(model, cursor: model.cursor) { position in
      Summary(model: model, position: position)
    }
    .emptyText(model.emptyText)
    .tagged(model.isTagged(at:))
    .highlighting(model.search.marks)
  }
}

/// A view of one object in a summary list: its title on one line, its other properties on the next.
private struct Summary: View {
  let model: ListModel
  let position: Int

  var body: some View {
    if let row = model.row(at: position), let record = model.record(at: position) {
      let title = model.scope.scoped(to: record)[RenderingKeys.shared.title]
      let parts = model.summary(of: row, besides: title)
      VStack {
        Text(row.isGoing ? "- " : row.isMarked ? "• " : "").role(.mark)
          + (row.isGoing ? Text(title).dim() : Text(title).bold())
        if let first = parts.first {
          parts.dropFirst().reduce(first) { $0 + Text("  ") + $1 }
        }
      }
      .style(row.style)
    } else {
      Text("…").dim()
    }
  }
}

extension ListModel {
  /// Name and value of each column that says something new.
  func summary(of row: TableRow, besides title: String) -> [Text] {
    let named = Set(title.split(separator: " · ").map(String.init))
    return zip(columns, row.cells).compactMap { column, cell in
      guard cell.role != .null, !cell.text.isEmpty, !named.contains(cell.text) else { return nil }
      let value = Text(cell.text).role(cell.role).style(cell.style)
      return column.title.isEmpty ? value : Text(column.title + " ").dim() + value
    }
  }
}
