package import EntityModel
import EntityStore
import Formatting
import Insight
package import Qualifiers
package import RuleEnvironment
import StandardKeys
import Workspace

/// A key of groups, or what a function makes of values: the texts that stand for them on the screen and in files.
package struct SummarizedValue {
  /// The function that makes the values; `nil` for keys.
  package let function: AggregateFunction?
  /// The key or the summarized value; `nil` for the number of rows.
  let expression: Qualifiers.Expression?
  /// The attribute whose values they are; `nil` for counts and for what is computed.
  package let attribute: Attribute?
  private let kind: ComparedKind
  /// The scope of the attribute, else that of the entity.
  package let scope: EnvironmentValues

  /// The values of an expression about the entity of a scope, or what `function` makes of them.
  package init(
    of expression: Qualifiers.Expression?,
    by function: AggregateFunction? = nil,
    in scope: EnvironmentValues
  ) {
    let entity = scope[ModelKeys.shared.entity]
    let path = function == .count || function == .distinct ? nil : expression?.path
    (self.function, self.expression) = (function, expression)
    attribute = path.flatMap { entity?.property(at: $0).attribute }
    kind = entity.flatMap { expression?.comparedKind($0.comparedKind) } ?? .anything
    self.scope = path.map { scope.scoped(toProperty: $0.description) } ?? scope
  }

  /// The values of an aggregate.
  init(of aggregate: Grouping.Aggregate, in scope: EnvironmentValues) {
    self.init(of: aggregate.operand, by: aggregate.function, in: scope)
  }

  /// Whether the texts stand at the end of a column, as numbers do.
  var isTrailing: Bool {
    guard function == nil else { return true }
    let isNumber = attribute.map(\.type.kind.isNumber) ?? (kind.family == .number)
    return isNumber && !isWeekday
  }

  private var isWeekday: Bool {
    if case .function(.weekday, _)? = expression?.kind { true } else { false }
  }

  /// The text of a value on the screen.
  package func text(of value: Value) -> String {
    guard !value.isNull else { return scope[RenderingKeys.shared.displayStringForNil] }
    let numbers = scope[MiscKeys.shared.locale].numbers
    switch function {
    case .count, .distinct:
      return NumberText.grouped(value, places: nil, exact: true, numbers) ?? "\(value)"
    case .sum, .avg, .median:
      // A median may be a date.
      guard value.number != nil else { break }
      let amount = scope.rounded(value)
      let places = if case .int = value { Int?.none } else { Int?.some(2) }
      return attribute != nil && scope.chosenFormatter != nil
        ? scope.formatted(amount)
        : NumberText.grouped(amount, places: places, exact: true, numbers) ?? "\(amount)"
    default: break
    }
    if attribute != nil { return scope.formatted(value) }
    if isWeekday, case .int(let day) = value { return DatePart.weekday(Int(day)) }
    return exactText(of: value)
  }

  /// The text of a value in a column whose decimal points stand one below the other.
  func alignedText(of value: Value) -> String {
    let text = text(of: value)
    guard let function, [.sum, .avg, .median].contains(function), value.number != nil else {
      return text
    }
    return DecimalPlaces(in: scope)?.aligned(text) ?? text
  }

  /// The value with all its digits, for files; a computed date in the form of its kind.
  package func exactText(of value: Value) -> String {
    guard attribute == nil, case .date(let date) = value else {
      return value.exactText(for: attribute)
    }
    return date.text(of: kind)
  }
}

/// The parts of dates by which rows are grouped.
enum DatePart {
  /// The functions with their names on the screen, in the order in which people look for them.
  static let all: [(function: Function, title: String)] = [
    (.yearMonth, "month"), (.year, "year"), (.yearQuarter, "quarter"), (.yearWeek, "week"),
    (.weekday, "weekday"), (.hour, "hour"), (.month, "month 1–12"), (.quarter, "quarter 1–4"),
    (.day, "day 1–31"), (.week, "week 1–53"),
  ]

  /// The name of a weekday from 1 for Monday on.
  static func weekday(_ number: Int) -> String {
    let names = [
      "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]
    return names.indices.contains(number - 1) ? names[number - 1] : "\(number)"
  }
}
