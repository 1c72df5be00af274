import EntityModel
import EntityStore
import Formatting
import Observation
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The table of the values page: the values of a column of a list, each with its rows, their share and a bar.
@Observable
final class ValuesModel: @MainActor TableSource {
  let list: ListModel
  let column: ListModel.Column
  /// The values; `nil` while none are read.
  private(set) var values: ColumnValues?
  private(set) var fault: String?
  /// The positions of the values that were chosen together.
  private var tagged: Set<Int> = []
  @ObservationIgnored let cursor = ListCursor()
  /// The scope and filters for which they were read.
  @ObservationIgnored private var seen: (root: Int, saves: Int)?
  /// Counts the readings, of which only the last is shown.
  @ObservationIgnored private var turn = 0
  /// The value on which the cursor begins.
  @ObservationIgnored private var start: Value?

  /// The values of `column` among the rows of `list`; the cursor begins on `start`.
  init(of column: ListModel.Column, in list: ListModel, from start: Value?) {
    (self.column, self.list, self.start) = (column, list, start)
  }

  /// Reads the values anew when something was saved, or rules are others.
  func follow() {
    let now = (root: list.work.rootRevision, saves: list.work.saves.count)
    if let seen, seen == now { return }
    seen = now
    turn += 1
    let own = turn
    let fetch = list.specification()
    list.work.loads.run { [self] in
      do {
        try await list.work.countValues(of: column.key, in: fetch, scope: list.scope) { values in
          if turn == own { show(values) }
        }
      } catch {
        guard turn == own else { return }
        fault =
          (error as? StoreError).map { list.work.readingSentence(for: $0) }
          ?? (error as? UsageError)?.message
      }
    }
  }

  private func show(_ found: ColumnValues) {
    (values, fault, tagged) = (found, nil, [])
    guard !found.isEstimate, let value = start else { return }
    start = nil
    if let place = found.entries.firstIndex(where: { $0.value.normalized == value.normalized }) {
      cursor.go(to: place, in: self)
    }
  }

  // MARK: Texts

  /// The columns of the table.
  var columns: [TableColumn] {
    let isNumber = list.entity.property(at: PropertyPath(column.key)).attribute?.type.kind.isNumber
    return [
      TableColumn(
        "value",
        title: column.title,
        width: .automatic(min: 6, max: 48),
        alignment: isNumber == true ? .trailing : .leading
      ), TableColumn("rows", title: "Rows", alignment: .trailing),
      TableColumn("share", title: "Share", alignment: .trailing),
      TableColumn("bar", title: "", width: .flexible(min: 8)),
    ]
  }

  /// The text that stands for the rows where there are none.
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
    let cut = values.isCut ? ["the \(NumberText.count(values.entries.count)) most frequent"] : []
    return (counts + ["∅ \(mark)\(NumberText.count(values.nulls))"] + cut)
      .joined(separator: "  ·  ")
  }

  /// A value as the list shows it.
  func text(of entry: ColumnValues.Entry) -> String {
    guard !entry.value.isNull else { return column.scope[RenderingKeys.shared.displayStringForNil] }
    if let label = entry.label { return label }
    let attribute = list.entity.property(at: PropertyPath(column.key)).attribute
    let choice = column.scope[EditingKeys.shared.choices].label(of: entry.value, for: attribute)
    return choice ?? column.scope.formatted(entry.value)
  }

  // MARK: Choosing

  /// The values that were chosen, else the one under the cursor.
  var chosen: [ColumnValues.Entry] {
    let places = tagged.isEmpty ? [cursor.position] : tagged.sorted()
    return places.compactMap(entry)
  }

  /// Chooses the value under the cursor as well, or no longer, and goes to the next.
  func toggle() {
    guard entry(at: cursor.position) != nil else { return }
    tagged.formSymmetricDifference([cursor.position])
    cursor.go(to: cursor.position + 1, in: self)
  }

  private func entry(at position: Int) -> ColumnValues.Entry? {
    guard let entries = values?.entries, entries.indices.contains(position) else { return nil }
    return entries[position]
  }

  // MARK: Rows

  var bounds: RowBounds {
    RowBounds(values?.entries.indices ?? 0..<0, reachesEnd: values != nil || fault != nil)
  }

  func id(at position: Int) -> AnyID? { entry(at: position).map { AnyID($0.value) } }

  func position(of id: AnyID) -> Int? {
    id.value(as: Value.self).flatMap { value in
      values?.entries.firstIndex { $0.value == value }
    }
  }

  func row(at position: Int) -> TableRow? {
    guard let values, let entry = entry(at: position) else { return nil }
    let share = Double(entry.rows) / Double(max(values.rows, 1))
    let longest = Double(max(values.entries.first?.rows ?? 1, 1))
    var row = TableRow([
      TableCell(text(of: entry), role: entry.value.isNull ? .dim : .normal),
      TableCell((values.isEstimate ? "~" : "") + NumberText.count(entry.rows)),
      TableCell(Self.percent(share)),
      TableCell(Self.bar(Double(entry.rows) / longest), role: .mark),
    ])
    row.isTagged = tagged.contains(position)
    return row
  }

  /// A share with one decimal: `20.1 %`.
  private static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }

  /// A bar of 24 cells for 1, in eighths of a cell.
  private static func bar(_ share: Double) -> String {
    let eighths = max(Int((share * 24 * 8).rounded()), 1)
    let rest = eighths % 8
    let last = rest == 0 ? "" : String(Array("▏▎▍▌▋▊▉")[rest - 1])
    return String(repeating: "█", count: eighths / 8) + last
  }
}
