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

  fileprivate func decode(_ cell: StoredCell) throws(ExpressionFault) -> Value {
    switch operand {
    case .column(let coding): coding.decode(cell)
    case .exact: try ExactForm.decode(cell)
    }
  }

  /// The kind of the numbers, where it is known.
  fileprivate var kind: NumberSum.Kind {
    if case .column(let coding) = operand { NumberSum.Kind(coding.kind) } else { .whole }
  }

  /// The result, or the fault of a group, in the form that the use wants.
  fileprivate func stored(
    _ result: () throws(ExpressionFault) -> Value
  ) throws(FunctionFault) -> SQLiteValue {
    do throws(ExpressionFault) {
      let value = try result()
      guard use != .argument else { return ExactForm.encode(value) }
      return coding.flatMap { try? $0.stored(value) } ?? .null
    } catch {
      guard use == .argument else { throw FunctionFault(error.message) }
      return ExactForm.encode(error)
    }
  }
}

/// A sum or average of a group's rows, made to take many rows.
private final class SumOfRows: RowAggregate {
  private let aggregate: ComputedAggregate
  private let isOfDecimals: Bool
  // Nothing is called while a row is added that could look at the sum.
  @exclusivity(unchecked) private var sum: NumberSum
  private var fault: ExpressionFault?

  init(_ aggregate: ComputedAggregate) {
    self.aggregate = aggregate
    isOfDecimals = aggregate.kind == .decimal
    sum = NumberSum(aggregate.kind)
  }

  func add(_ arguments: FunctionArguments) {
    switch arguments.scalar(at: 1) {
    case .null: break
    case .integer(let number): sum.add(number)
    case .real(let number): if isOfDecimals { sum.add(decimal: number) } else { sum.add(number) }
    case nil:
      do throws(ExpressionFault) { sum.add(try aggregate.decode(arguments[1])) } catch {
        fault = fault ?? error
      }
    }
  }

  func result() throws(FunctionFault) -> SQLiteValue {
    try aggregate.stored { () throws(ExpressionFault) in
      if let fault { throw fault }
      let name = aggregate.name
      return aggregate.function == .sum ? try sum.sum(of: name) : try sum.average(of: name)
    }
  }
}

/// Any other aggregate of a group's rows.
private final class AggregateOfRows: RowAggregate {
  private let aggregate: ComputedAggregate
  private var values: Aggregation
  private var fault: ExpressionFault?

  init(_ aggregate: ComputedAggregate) {
    self.aggregate = aggregate
    values = Aggregation(aggregate.function)
  }

  func add(_ arguments: FunctionArguments) {
    do throws(ExpressionFault) { values.add(try aggregate.decode(arguments[1])) } catch {
      fault = fault ?? error
    }
  }

  func result() throws(FunctionFault) -> SQLiteValue {
    try aggregate.stored { () throws(ExpressionFault) in
      if let fault { throw fault }
      return try values.result(of: aggregate.name)
    }
  }
}
