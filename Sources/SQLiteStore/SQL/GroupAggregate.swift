import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import SQLite

/// A statement calls `d2t_aggregate(number, column)`; the number says what is computed.
extension ComputedAggregate {
  static let functionName = "d2t_aggregate"

  /// The aggregate of a group without rows yet.
  var ofNothing: any RowAggregate {
    function == .sum || function == .avg ? SumOfRows(self) : AggregateOfRows(self)
  }

  /// The value of an argument; `nil` when it does not answer.
  fileprivate func decode(_ cell: StoredCell) throws(ExpressionFault) -> Value? {
    switch operand {
    case .column(let coding): coding.decode(cell)
    case .exact: try ExactForm.decode(cell)
    }
  }

  /// Whether stored numbers are added up as they are.
  fileprivate var addsStoredNumbers: Bool {
    guard case .column(let coding) = operand else { return true }
    return coding.kind.isNumber || coding.kind == .any
  }

  /// The kind of the numbers, where it is known.
  fileprivate var kind: NumberSum.Kind {
    if case .column(let coding) = operand { NumberSum.Kind(coding.kind) } else { .whole }
  }
}

/// A sum or average of a group's rows, made to take many rows.
private final class SumOfRows: RowAggregate {
  private let aggregate: ComputedAggregate
  private let isOfDecimals: Bool
  private let addsStoredNumbers: Bool
  // Nothing is called while a row is added that could look at the sum.
  @exclusivity(unchecked) private var sum: NumberSum
  private var gaps = Gaps()

  init(_ aggregate: ComputedAggregate) {
    self.aggregate = aggregate
    isOfDecimals = aggregate.kind == .decimal
    addsStoredNumbers = aggregate.addsStoredNumbers
    sum = NumberSum(aggregate.kind)
  }

  func add(_ arguments: FunctionArguments) {
    switch arguments.scalar(at: 1) {
    case .null: break
    case .integer(let number) where addsStoredNumbers: sum.add(number)
    case .real(let number) where addsStoredNumbers:
      if isOfDecimals { sum.add(decimal: number) } else { sum.add(number) }
    default:
      if let value = gaps.value(of: arguments[1], aggregate) { sum.add(value) }
    }
  }

  func result() throws(FunctionFault) -> SQLiteValue {
    try gaps.form(of: aggregate) { () throws(ExpressionFault) in
      let name = aggregate.name
      return aggregate.function == .sum ? try sum.sum(of: name) : try sum.average(of: name)
    }
  }
}

/// Any other aggregate of a group's rows.
private final class AggregateOfRows: RowAggregate {
  private let aggregate: ComputedAggregate
  private var values: Aggregation
  private var gaps = Gaps()

  init(_ aggregate: ComputedAggregate) {
    self.aggregate = aggregate
    values = Aggregation(aggregate.function)
  }

  func add(_ arguments: FunctionArguments) {
    if let value = gaps.value(of: arguments[1], aggregate) { values.add(value) }
  }

  func result() throws(FunctionFault) -> SQLiteValue {
    try gaps.form(of: aggregate) { () throws(ExpressionFault) in
      try values.result(of: aggregate.name)
    }
  }
}

/// The values that an aggregate could not take: the first fault, and whether one did not answer.
private struct Gaps {
  private var fault: ExpressionFault?
  private var isUnanswered = false

  /// The value of an argument; `nil` for a gap.
  mutating func value(of cell: StoredCell, _ aggregate: ComputedAggregate) -> Value? {
    do throws(ExpressionFault) {
      if let value = try aggregate.decode(cell) { return value }
      isUnanswered = true
    } catch {
      fault = fault ?? error
    }
    return nil
  }

  /// The result in the form that the use wants, unless there are gaps.
  func form(
    of aggregate: ComputedAggregate,
    _ result: () throws(ExpressionFault) -> Value
  ) throws(FunctionFault) -> SQLiteValue {
    var (value, fault) = (Value?.none, fault)
    do throws(ExpressionFault) {
      if fault == nil, !isUnanswered { value = try result() }
    } catch {
      fault = error
    }
    return try aggregate.use.form(of: value, aggregate.coding, fault)
  }
}
