import Charts
import Diagnostics
import Insight
import Qualifiers

/// A pivot as it is printed: in JSON an object for each aggregate, else a column for each value of the key across.
struct PivotOutput {
  let pivot: Pivot
  let keys: [SummaryColumn]
  let aggregates: [SummaryColumn]
  /// The key whose values are the columns.
  let across: SummaryColumn
  let format: RowWriter.Format

  private var isNested: Bool { format == .json || format == .jsonl }

  /// The values of the key across as texts, all different.
  private var titles: [String] {
    var known: Set<String> = []
    return pivot.columns.map { value in
      let cell = across.cell(value)
      let title = format == .text || format == .md ? cell.text : cell.raw ?? "null"
      return known.insert(title).inserted ? title : value.literal
    }
  }

  var columns: [OutputColumn] {
    guard !isNested else { return (keys + aggregates).map { $0.output() } }
    return keys.map { $0.output() }
      + zip(titles.flatMap { _ in aggregates }, names).map { $0.output(as: $1) }
  }

  /// The names of the columns for the values of the key across.
  var names: [String] {
    titles.flatMap { title in
      aggregates.map { aggregates.count == 1 ? title : "\(title) \($0.name)" }
    }
  }

  /// The rows as they are drawn in a chart.
  var groups: [Chart.Group] {
    pivot.rows.map { row in
      let numbers = pivot.columns.flatMap { value in
        aggregates.indices.map { row[value]?[$0] }
      }
      return (keys.drawn(row.keys), numbers)
    }
  }

  /// The cells of each row.
  var rows: some Sequence<[OutputCell]> {
    let titles = titles
    return pivot.rows.lazy.map { row -> [OutputCell] in
      let keys = zip(keys, row.keys).map { $0.cell($1) }
      let across = pivot.columns.map { value in
        aggregates.enumerated().map { index, aggregate in
          row[value].map { aggregate.cell($0[index]) } ?? aggregate.cellOfNothing
        }
      }
      guard isNested else { return keys + across.joined() }
      return keys
        + aggregates.indices.map { index in
          let members = zip(titles, across).map { ($0, $1[index].json) }
          return OutputCell(text: "", raw: nil, json: .object(members))
        }
    }
  }
}
