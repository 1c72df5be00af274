import Charts
import Insight
import Qualifiers
import RuleEnvironment
import Workspace

extension GroupTable {
  /// The groups as a chart with the texts of lists in `scope`, a series for each column of numbers; `nil` without a number.
  func chart(_ kind: Chart.Kind?, in scope: EnvironmentValues) -> Chart? {
    let columns = GroupColumn.all(of: self, in: scope)
    let keys = columns.prefix(question.keyCount)
    let series = columns.filter { column in
      switch column.column {
      case .cell: true
      case .aggregate: across.isEmpty
      case .key, .share: false
      }
    }
    let groups = rows.filter(isGroup).map { row -> Chart.Group in
      let drawn = zip(keys, row.keys).map { key, value in
        Chart.Category(value: value, text: key.text(of: value), isLabelled: key.isReference)
      }
      return (drawn, series.map { value($0.column, of: row) })
    }
    let summed = across.isEmpty ? series.map(\.title) : request.columnNames
    let named = keys.map(\.title) + (request.across.map { [$0] } ?? [])
    let title = [summed, named].map { $0.joined(separator: ", ") }.joined(separator: " by ")
    var chart = Chart(kind, title: title, groups: groups, names: series.map(\.title))
    chart?.isEstimate = isEstimate
    return chart
  }
}
