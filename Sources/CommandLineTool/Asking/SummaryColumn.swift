import Charts
import Diagnostics
import EntityModel
import Formatting
import Pages
import Qualifiers
import RuleEnvironment
import StandardKeys
import Workspace

extension [SummaryColumn] {
  /// The keys of a group in a chart.
  func drawn(_ values: [Value]) -> [Chart.Category] {
    zip(self, values).map { column, value in
      let isLabelled = column.labels != nil
      return Chart.Category(value: value, text: column.cell(value).text, isLabelled: isLabelled)
    }
  }
}

/// A key or an aggregate of groups as a column of the output.
struct SummaryColumn {
  /// The name in the output.
  let name: String
  private let values: SummarizedValue
  private let file: FileColumn?
  private let isDisplayed: Bool
  /// The labels of the objects whose keys the values are, and the heading of the reference to them.
  var (labels, title): (ValueLabels?, String?)
  private let work: WorkContext

  /// A column of the values of an expression, or of what `function` makes of them.
  init(
    _ name: String,
    of expression: Qualifiers.Expression? = nil,
    by function: AggregateFunction? = nil,
    in target: LinkTarget
  ) {
    (self.name, isDisplayed) = (name, target.displaysValues)
    values = SummarizedValue(of: expression, by: function, in: target.scope)
    file = values.attribute.flatMap { $0.definition.derivation == nil ? FileColumn($0) : nil }
    work = target.work
  }

  private var function: AggregateFunction? { values.function }
  private var attribute: Attribute? { values.attribute }
  private var scope: EnvironmentValues { values.scope }

  /// The column as rows are printed in, under its own name or another.
  func output(as name: String? = nil) -> OutputColumn {
    let isTitled = isDisplayed && attribute != nil && function == nil && name == nil
    let key = name ?? self.name
    let label = isTitled ? title ?? scope[ModelKeys.shared.displayNameForProperty] : key
    let isTrailing =
      function != nil || labels == nil && attribute?.type.kind.isNumber == true
    return OutputColumn(computed: key, title: label, isTrailing: isTrailing, in: scope, work)
  }

  /// The aggregate of no rows: nothing on the screen, else 0 of counts and sums and null of others.
  var cellOfNothing: OutputCell {
    if isDisplayed { return OutputCell(text: "", raw: nil, json: .null) }
    return cell([.count, .distinct, .sum].contains(function) ? .int(0) : .null)
  }

  /// A value of the column.
  func cell(_ value: Value) -> OutputCell { cell(value, by: function) }

  /// A value of the column, or what a function makes of its values.
  func cell(_ value: Value, by function: AggregateFunction?) -> OutputCell {
    // Between infinities there is no number.
    let isNumberless = if case .double(let number) = value { number.isNaN } else { false }
    guard !value.isNull, !isNumberless else {
      return OutputCell(
        text: scope[RenderingKeys.shared.displayStringForNil],
        raw: nil,
        json: .null
      )
    }
    // Only people are told labels.
    if let label = labels?.label(of: value) {
      return OutputCell(text: label, raw: label, json: .string(label))
    }
    let exact = values.exactText(of: value)
    let text = isDisplayed ? displayedText(of: value, function) : exact
    // A number between two stored ones is none that the column stores.
    let isComputed = value.number != nil && [.sum, .avg, .median].contains(function)
    if let file, !isComputed {
      let stored = file.stored(value)
      let raw = StorageClassTag.text(of: stored)
      return OutputCell(text: text, raw: raw, json: file.json(of: stored))
    }
    if case .date = value { return OutputCell(text: text, raw: exact, json: .string(exact)) }
    return OutputCell(text: text, raw: exact, json: JSON(value))
  }

  private func displayedText(of value: Value, _ function: AggregateFunction?) -> String {
    function == self.function ? values.text(of: value) : scope.formattedBetween(value)
  }
}
