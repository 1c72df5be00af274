import Charts
import EntityModel
import EntityStore
import Formatting
import Insight
import Observation
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The table of the values page: the values of a column of a list or ranges of them, each with its rows, their share and a
/// bar.
@Observable
final class ValuesModel: @MainActor SummaryModel {
  let list: ListModel
  let column: ListModel.Column
  private(set) var request: ValuesRequest
  /// The values; `nil` while none are read.
  private(set) var values: ColumnValues?
  /// The entries of the values in the order chosen.
  private var entries: [ColumnValues.Entry] = []
  /// The order chosen; `nil` for the most rows first, of ranges ascending.
  private var chosenOrder: ColumnValues.Order?
  private(set) var fault: String?
  /// The rows of the most frequent value.
  @ObservationIgnored private var greatest = 1
  /// The values, or beginnings of ranges, that were chosen together.
  private var tagged: Set<Value> = []
  @ObservationIgnored let cursor = ListCursor()
  @ObservationIgnored let read: BackgroundRead
  /// The value on which the cursor begins.
  @ObservationIgnored private var start: Value?

  /// The values of `column` among the rows of `list`; the cursor begins on that of the current row.
  init(of column: ListModel.Column, in list: ListModel) {
    (self.column, self.list) = (column, list)
    request = ValuesRequest(of: column.key)
    read = BackgroundRead(in: list.work)
    start = path.flatMap { list.currentRecord?.value(forPath: $0.components[...]) }
  }

  /// The path of the values; of a reference that of its key.
  var path: PropertyPath? {
    try? list.scope.value(writtenByUser: column.key, isLabelled: true).path
  }

  /// Reads the values anew when something was saved, or rules or what is asked for are others.
  func follow() {
    let (request, fetch) = (request, list.specification())
    read.follow(request) { [self] in
      try await list.work.countValues(request, in: fetch, scope: list.scope) {
        if !Task.isCancelled { show($0) }
      }
    } onFault: { [self] in
      // What was counted may be what is no longer shown.
      (values, entries, tagged, fault) = (nil, [], [], $0)
    }
  }

  private func show(_ found: ColumnValues) {
    (values, fault) = (found, nil)
    greatest = found.entries.lazy.map(\.rows).max() ?? 1
    arrange()
    tagged.formIntersection(entries.map(\.value))
    guard let value = start else { return }
    if !found.isEstimate { start = nil }
    if let place = found.place(of: value, in: entries) { cursor.go(to: place, in: self) }
  }

  // MARK: What is shown

  /// Whether the column holds whole numbers.
  var hasWholeNumbers: Bool {
    list.entity.property(at: PropertyPath(column.key)).attribute?.type.kind == .integer
  }

  /// The division of the values; `nil` where labels stand for them.
  var kind: ComparedKind? { list.work.dividedKind(of: column.key, in: list.scope) }

  /// Divides the values in another way; the cursor goes to the range around its value.
  func divide(_ division: ValuesRequest.Division) {
    start = entry(at: cursor.position)?.value
    chosenOrder = nil
    request.division = division
  }

  /// Adds up another property, or with `nil` none.
  func addUp(_ property: String?) {
    start = entry(at: cursor.position)?.value
    if chosenOrder == .total { chosenOrder = nil }
    request.total = property
  }

  /// The order of the entries.
  var order: ColumnValues.Order { chosenOrder ?? (values?.step == nil ? .rows : .value) }

  /// The order that comes after this one.
  var nextOrder: ColumnValues.Order {
    switch order {
    case .rows: .value
    case .value: request.total == nil ? .rows : .total
    case .total: .rows
    }
  }

  /// Puts the entries in the next order; the cursor stays on its value.
  func reorder() {
    chosenOrder = nextOrder
    arrange()
  }

  private func arrange() {
    guard let values else { return }
    entries =
      chosenOrder.map { ColumnValues.sorted(values.entries, by: $0) } ?? values.entries
  }

  // MARK: Texts

  var tableColumns: [TableColumn] {
    let isNumber = list.entity.property(at: PropertyPath(column.key)).attribute?.type.kind.isNumber
    func mark(_ order: ColumnValues.Order) -> String {
      self.order == order ? order == .value ? "↑" : "↓" : ""
    }
    let total = totalTitle.map {
      TableColumn("total", title: $0, alignment: .trailing, mark: mark(.total))
    }
    return [
      TableColumn(
        "value",
        title: column.title,
        width: .automatic(min: 6, max: 48),
        alignment: isNumber == true ? .trailing : .leading,
        mark: mark(.value)
      ), TableColumn("rows", title: "Rows", alignment: .trailing, mark: mark(.rows)),
      TableColumn("share", title: "Share", alignment: .trailing),
    ] + [total].compactMap(\.self) + [TableColumn("bar", title: "", width: .flexible(min: 8))]
  }

  var emptyText: String { fault.map { "⚠ \($0)" } ?? (values == nil ? "…" : "no rows") }

  /// The numbers for the status line: `~900 rows  ·  5 values  ·  ∅ 0`.
  var summary: String {
    guard let values else { return "" }
    let mark = values.isEstimate ? "~" : ""
    // How many different values there are a sample does not tell.
    let numbers = [(values.rows, "row")] + (values.isEstimate ? [] : [(values.distinct, "value")])
    let counts = numbers.map { count, name in
      "\(mark)\(NumberText.count(count)) \(name)\(count == 1 ? "" : "s")"
    }
    let step = [values.step?.name.map { "step \($0)" }].compactMap(\.self)
    let cut = values.isCut ? ["the \(NumberText.count(values.entries.count)) most frequent"] : []
    let faults = [fault.map { "⚠ \($0)" }].compactMap(\.self)
    return (counts + step + ["∅ \(mark)\(NumberText.count(values.nulls))"] + cut + faults)
      .joined(separator: "  ·  ")
  }

  /// A value as the list shows it, or the bounds of its range.
  func text(of entry: ColumnValues.Entry) -> String {
    entry.text(by: values?.step, ofWholeNumbers: hasWholeNumbers) { value in
      value.isNull
        ? column.scope[RenderingKeys.shared.displayStringForNil] : column.scope.formatted(value)
    }
  }

  /// The reason why the numbers cannot leave the page: there are none, or they are estimated.
  var exportRefusal: String? {
    entries.isEmpty ? "no value" : values?.isEstimate == true ? "still counting" : nil
  }

  /// The rows, or the totals, as a chart; `nil` where nothing is counted.
  var chart: Chart? {
    guard exportRefusal == nil else { return nil }
    let (name, total) = (totalTitle, request.total)
    let categories = entries.map { entry in
      Chart.Category(value: entry.value, text: text(of: entry), isLabelled: entry.label != nil)
    }
    let numbers = entries.map { total == nil ? Double($0.rows) : $0.total.double }
    let series = Chart.Series(name: name ?? "Rows", values: numbers)
    return Chart(nil, title: column.title, categories: categories, series: [series])
  }

  /// The title of the totals; `nil` without.
  private var totalTitle: String? { request.total.map { "Σ \(list.heading(of: $0))" } }

  /// The rows with exact values for a file, the titles first.
  var exactRows: [[String]] {
    let (isDivided, total) = (values?.step != nil, request.total)
    let attribute = column.scope[ModelKeys.shared.attribute]
    func exact(_ value: Value) -> String { value.isNull ? "" : value.exactText(for: attribute) }
    let titles = [column.title] + (isDivided ? ["Below"] : []) + ["Rows"]
    return [titles + [totalTitle].compactMap(\.self)]
      + entries.map { entry in
        [entry.label ?? exact(entry.value)] + (isDivided ? [exact(entry.range.below)] : [])
          + ["\(entry.rows)"] + (total == nil ? [] : [entry.total.exactText(for: nil)])
      }
  }

  // MARK: Choosing

  /// The values that were chosen, else the one under the cursor.
  var chosen: [ColumnValues.Entry] {
    tagged.isEmpty
      ? [entry(at: cursor.position)].compactMap(\.self)
      : entries.filter { tagged.contains($0.value) }
  }

  /// Chooses the value under the cursor as well, or no longer, and goes to the next.
  func toggle() {
    guard let value = entry(at: cursor.position)?.value else { return }
    tagged.formSymmetricDifference([value])
    cursor.go(to: cursor.position + 1, in: self)
  }

  private func entry(at position: Int) -> ColumnValues.Entry? {
    entries.indices.contains(position) ? entries[position] : nil
  }

  // MARK: Rows

  var bounds: RowBounds {
    RowBounds(entries.indices, reachesEnd: values != nil || fault != nil)
  }

  func id(at position: Int) -> AnyID? { entry(at: position).map { AnyID($0.value) } }

  func position(of id: AnyID) -> Int? {
    id.value(as: Value.self).flatMap { value in entries.firstIndex { $0.value == value } }
  }

  func row(at position: Int) -> TableRow? {
    guard let values, let entry = entry(at: position) else { return nil }
    let share = Double(entry.rows) / Double(max(values.rows, 1))
    let mark = values.isEstimate ? "~" : ""
    var cells = [
      TableCell(text(of: entry), role: entry.value.isNull ? .dim : .normal),
      TableCell(mark + NumberText.count(entry.rows)), TableCell(ShareText.percent(share)),
    ]
    if let total = request.total {
      let text = list.scope.scoped(toProperty: total).formatted(entry.total)
      cells.append(entry.total.isNull ? .null : TableCell(mark + text))
    }
    cells.append(TableCell(ShareText.bar(Double(entry.rows) / Double(greatest)), role: .mark))
    var row = TableRow(cells)
    row.isTagged = tagged.contains(entry.value)
    return row
  }
}
