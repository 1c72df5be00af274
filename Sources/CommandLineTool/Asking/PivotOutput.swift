import Diagnostics
import Insight
import Qualifiers

/// A pivot as it is printed: in JSON an object for each aggregate, else a column for each value of the key across.
struct PivotOutput {
  private let pivot: Pivot
  private let keys: [SummaryColumn]
  private let aggregates: [SummaryColumn]
  /// The values of the key across as texts, all different.
  private let titles: [String]

  init(
    _ pivot: Pivot,
    keys: [SummaryColumn],
    aggregates: [SummaryColumn],
    across: SummaryColumn,
    isText: Bool
  ) {
    (self.pivot, self.keys, self.aggregates) = (pivot, keys, aggregates)
    var known: Set<String> = []
    titles = pivot.columns.map { value in
      let cell = across.cell(value)
      let title = isText ? cell.text : cell.raw ?? "null"
      return known.insert(title).inserted ? title : value.literal
    }
  }

  var rows: [Pivot.Row] { pivot.rows }

  // MARK: A column for each value

  var columns: [OutputColumn] {
    keys.map { $0.output() }
      + titles.flatMap { title in
        aggregates.map { $0.output(as: aggregates.count == 1 ? title : "\(title) \($0.name)") }
      }
  }

  func cells(_ row: Pivot.Row) -> [OutputCell] {
    keyCells(row)
      + pivot.columns.flatMap { value in
        aggregates.indices.map { cell(of: row, under: value, at: $0) }
      }
  }

  // MARK: An object for each aggregate

  var nestedColumns: [OutputColumn] { (keys + aggregates).map { $0.output() } }

  func nestedCells(_ row: Pivot.Row) -> [OutputCell] {
    keyCells(row)
      + aggregates.indices.map { index in
        let members = zip(titles, pivot.columns).map {
          ($0, cell(of: row, under: $1, at: index).json)
        }
        return OutputCell(text: "", raw: nil, json: .object(members))
      }
  }

  private func keyCells(_ row: Pivot.Row) -> [OutputCell] {
    zip(keys, row.keys).map { $0.cell($1) }
  }

  private func cell(of row: Pivot.Row, under value: Value, at index: Int) -> OutputCell {
    aggregates[index].cell(row[value]?[index] ?? aggregates[index].valueOfNothing)
  }
}
