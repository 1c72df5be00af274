import Charts
import EntityModel
import EntityStore
import Formatting
import Insight
import Observation
import Qualifiers
import RuleEnvironment
import StandardKeys
import Terminal
import Widgets
import Workspace

/// The table of the group page: the groups of the rows of a list, with subtotals, a total and bars.
@Observable
final class GroupModel: @MainActor SummaryModel {
  let list: ListModel
  /// The page of the list.
  @ObservationIgnored let origin: PageState
  /// The groups that are asked for.
  var request: GroupRequest
  /// The groups; `nil` while none are read.
  private(set) var table: GroupTable?
  private(set) var columns: [GroupColumn] = []
  private(set) var fault: String?
  @ObservationIgnored let cursor = ListCursor()
  @ObservationIgnored let read: BackgroundRead
  @ObservationIgnored private var greatestShare = 1.0

  /// The groups of the rows of a list on a page.
  init(_ request: GroupRequest, of list: ListModel, on origin: PageState) {
    (self.request, self.list, self.origin) = (request, list, origin)
    read = BackgroundRead(in: list.work)
  }

  // MARK: Reading

  /// Reads the groups anew when others are asked for, something was saved, or rules are others.
  func follow() {
    list.follow(pageScope: origin.scope)
    let (request, fetch) = (request, list.specification())
    read.follow([request, fetch] as [AnyHashable]) { [self] in
      try await list.work.groupTable(request, of: fetch, scope: list.scope) { table in
        if !Task.isCancelled { show(table) }
      }
    } onFault: { [self] in
      (table, columns, fault) = (nil, [], $0)
    }
  }

  private func show(_ found: GroupTable) {
    (table, fault) = (found, nil)
    columns = GroupColumn.all(of: found, in: list.scope)
    greatestShare = found.greatestShare
    cursor.settle(in: self)
  }

  /// The groups as a chart; `nil` while none are read, and without a number.
  var chart: Chart? { table?.chart(nil, in: list.scope) }

  // MARK: Texts

  var emptyText: String { fault.map { "⚠ \($0)" } ?? (table == nil ? "…" : "no rows") }

  /// The numbers for the status line: `12 groups  ·  only State = open`.
  var summary: String {
    guard let table else { return "" }
    let count = table.groupCount
    let cut = table.isCut ? "the first " : table.isEstimate ? "~" : ""
    let groups = "\(cut)\(NumberText.count(count)) group\(count == 1 ? "" : "s")"
    let filters = list.query.filters.map(\.title)
    let shown = filters.isEmpty ? [] : ["only \(filters.joined(separator: ", "))"]
    let isEstimate = table.isEstimate ? ["estimated, counting"] : []
    return ([groups] + isEstimate + shown).joined(separator: "  ·  ")
  }

  /// The columns as the table draws them, a bar behind the share.
  var tableColumns: [TableColumn] {
    let shown = columns.enumerated().map { index, column in
      TableColumn(
        "\(index)",
        title: column.title,
        width: column.isTrailing
          ? .automatic(min: min(max(4, TextWidth.cells(of: column.title)), 20))
          : .automatic(min: 6, max: 40),
        alignment: column.isTrailing ? .trailing : .leading,
        mark: column.column == .share ? "" : sortMark(of: column.column)
      )
    }
    let hasBar = columns.last?.column == .share
    return shown + (hasBar ? [TableColumn("bar", title: "", width: .flexible(min: 8))] : [])
  }

  private func sortMark(of column: GroupTable.Column) -> String {
    guard let first = request.order.first.map(GroupRequest.parts(ofOrder:)),
      first.name == sortName(of: column)
    else { return "" }
    return first.isDescending ? "↓" : "↑"
  }

  /// The name by which a request orders by a column; `nil` for the values of a key across.
  private func sortName(of column: GroupTable.Column) -> String? {
    // The columns are those of the groups that are shown, not yet those that are being read.
    guard let request = table?.request else { return nil }
    return switch column {
    case .key(let place): request.keys[place]
    case .aggregate(let place): request.columnNames[place]
    case .share: request.columnNames[0]
    case .cell: nil
    }
  }

  // MARK: The cursor

  /// The column under the cursor; the bar is that of the share.
  var currentColumn: GroupColumn? {
    columns.isEmpty ? nil : columns[min(cursor.column, columns.count - 1)]
  }

  /// The row under the cursor.
  var currentRow: GroupTable.Row? { groupRow(at: cursor.position) }

  /// Orders by the column under the cursor: keys ascending first, numbers descending, then the other way.
  ///
  /// - Returns: Whether there is such an order.
  func toggleSort() -> Bool {
    guard let column = currentColumn?.column, let name = sortName(of: column) else { return false }
    let isKey = if case .key = column { true } else { false }
    let (ascending, descending) = (sortMark(of: column) == "↑", sortMark(of: column) == "↓")
    let isDescending = isKey ? ascending : !descending
    request.order = [isDescending ? "-" + name : name]
    return true
  }

  /// The conditions of the row under the cursor with what chips say of them, in the column under the cursor.
  var currentConditions: [(condition: Qualifier, title: String)] {
    guard let table, let row = currentRow, let column = currentColumn?.column else { return [] }
    return table.conditions(of: row, in: column).map { key, value, condition in
      let key = GroupColumn(.key(key), of: table, in: list.scope)
      return (condition, "\(key.title) = \(key.text(of: value))")
    }
  }

  private func groupRow(at position: Int) -> GroupTable.Row? {
    guard let rows = table?.rows, rows.indices.contains(position) else { return nil }
    return rows[position]
  }

  // MARK: Rows

  var bounds: RowBounds {
    RowBounds(table?.rows.indices ?? 0..<0, reachesEnd: table != nil || fault != nil)
  }

  func id(at position: Int) -> AnyID? { groupRow(at: position).map { AnyID($0.keys) } }

  func position(of id: AnyID) -> Int? {
    id.value(as: [Value].self).flatMap { keys in table?.rows.firstIndex { $0.keys == keys } }
  }

  func row(at position: Int) -> TableRow? {
    guard let table, let row = groupRow(at: position) else { return nil }
    var cells = columns.map { cell(of: row, in: $0, table) }
    if columns.last?.column == .share, table.isGroup(row) {
      let share = (table.share(of: row) ?? 0) / max(greatestShare, .leastNormalMagnitude)
      cells.append(TableCell(ShareText.bar(share), role: .mark))
    }
    return TableRow(cells, style: table.isGroup(row) ? .plain : .bold)
  }

  private func cell(
    of row: GroupTable.Row,
    in column: GroupColumn,
    _ table: GroupTable
  ) -> TableCell {
    if case .share = column.column {
      return TableCell(table.share(of: row).map(ShareText.percent) ?? "")
    }
    guard let value = table.value(column.column, of: row) else {
      if case .key(let place) = column.column, place == row.keys.count {
        return TableCell(table.totalTitle, role: table.isTotal(row) ? nil : .dim)
      }
      return TableCell("")
    }
    let isAggregate = if case .key = column.column { false } else { true }
    let mark = isAggregate && table.isEstimate ? "~" : ""
    return TableCell(mark + column.text(of: value), role: value.isNull ? .null : nil)
  }
}

extension PageState {
  /// The groups of a list, if the page shows them.
  var groups: GroupModel? { summary as? GroupModel }
}
