import EntityModel
import EntityStore
import Formatting
import FoundationEssentials
import Insight
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// A column of a table of groups: its title, and the texts of its values as lists show them.
struct GroupColumn {
  let column: GroupTable.Column
  private(set) var title = ""
  private let values: SummarizedValue
  /// The labels that stand for the keys of a reference; `nil` for other values.
  private let labels: ValueLabels?

  /// The columns of a table about an entity in its scope.
  static func all(of table: GroupTable, in scope: EnvironmentValues) -> [GroupColumn] {
    table.columns.map { GroupColumn($0, of: table, in: scope) }
  }

  /// A column of a table; that of the key across, whose values are headings, is the key behind the others.
  init(_ column: GroupTable.Column, of table: GroupTable, in scope: EnvironmentValues) {
    let grouping = table.question.grouping
    self.column = column
    switch column {
    case .key(let place): values = SummarizedValue(of: grouping.keys[place], in: scope)
    case .aggregate(let place), .cell(_, let place):
      values = SummarizedValue(of: grouping.aggregates[place], in: scope)
    case .share: values = SummarizedValue(of: grouping.aggregates[0], in: scope)
    }
    labels = if case .key(let place) = column { table.labels[place] } else { nil }
    title = title(in: table, scope)
  }

  private func title(in table: GroupTable, _ scope: EnvironmentValues) -> String {
    let request = table.request
    switch column {
    case .share:
      guard request.columns.count > 1 else { return "Share" }
      return "Share of \(aggregateTitle(request.columns[0], scope))"
    case .key(let place):
      let written = request.keys + [request.across ?? ""]
      if let reference = table.question.references[place] {
        return scope.displayName(of: reference.path.description)
      }
      return Self.title(of: table.question.grouping.keys[place], as: written[place], scope)
    case .aggregate(let place):
      let title = aggregateTitle(request.columns[place], scope)
      guard request.across != nil else { return title }
      return request.columns.count == 1 ? "Total" : "Total \(title)"
    case .cell(let place, let aggregate):
      let across = GroupColumn(.key(table.question.keyCount), of: table, in: scope)
      let value = across.text(of: table.across[place])
      guard request.columns.count > 1 else { return value }
      return "\(value) \(aggregateTitle(request.columns[aggregate], scope))"
    }
  }

  /// The name of a key on the screen: `Closed at month`.
  private static func title(
    of key: Qualifiers.Expression,
    as written: String,
    _ scope: EnvironmentValues
  ) -> String {
    if let path = key.path { return scope.displayName(of: path.description) }
    if case .function(let function, let operands) = key.kind, let path = operands.first?.path,
      let part = DatePart.all.first(where: { $0.function == function })
    {
      return "\(scope.displayName(of: path.description)) \(part.title)"
    }
    return written
  }

  private func aggregateTitle(_ written: WrittenAggregate, _ scope: EnvironmentValues) -> String {
    guard let operand = written.operand, let expression = values.expression else { return "Rows" }
    return "\(written.function.mark) \(Self.title(of: expression, as: operand, scope))"
  }

  /// Whether the texts stand at the end of the column, as numbers do.
  var isTrailing: Bool { labels == nil && values.isTrailing }

  /// Whether the values are those of a reference, for whose keys labels stand.
  var isReference: Bool { labels != nil }

  /// The text of a value.
  func text(of value: Value) -> String {
    (value.isNull ? nil : labels?.label(of: value)) ?? values.alignedText(of: value)
  }

  /// The value with all its digits, for files; the label of a reference.
  func exactText(of value: Value) -> String {
    value.isNull ? "" : labels?.label(of: value) ?? values.exactText(of: value)
  }
}

extension AggregateFunction {
  /// The sign before a summarized value in a heading.
  var mark: String {
    switch self {
    case .count: "Rows"
    case .sum: "Σ"
    case .avg: "ø"
    case .min: "Least"
    case .max: "Greatest"
    case .median: "Median"
    case .distinct: "Different"
    }
  }
}
