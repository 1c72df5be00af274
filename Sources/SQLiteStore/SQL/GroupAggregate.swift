import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import SQLite

/// An aggregate of a group's rows, made to take many rows.
///
/// A statement calls `d2t_aggregate(number, column)`; the number says what is computed.
final class GroupAggregate: RowAggregate {
  static let functionName = "d2t_aggregate"

  private let aggregate: ComputedAggregate
  /// The sum of numbers that are added up as they are stored is one of decimals.
  private let isOfDecimals: Bool
  private let addsStoredNumbers: Bool
  // Nothing is called while a row is added that could look at the values.
  @exclusivity(unchecked) private var values: Aggregation
  /// The first fault of a row.
  private var fault: ExpressionFault?
  /// Whether a row did not answer.
  private var isUnanswered = false

  init(_ aggregate: ComputedAggregate) {
    var coding: ColumnCoding?
    if case .column(let stored) = aggregate.operand { coding = stored }
    let kind = coding.map { NumberSum.Kind($0.kind) } ?? .whole
    self.aggregate = aggregate
    isOfDecimals = kind == .decimal
    addsStoredNumbers =
      [.sum, .avg].contains(aggregate.function)
      && coding.map { $0.kind.isNumber || $0.kind == .any } ?? true
    values = Aggregation(aggregate.function, of: kind)
  }

  func add(_ arguments: FunctionArguments) {
    switch addsStoredNumbers ? arguments.scalar(at: 1) : nil {
    case .null: break
    case .integer(let number): values.sum.add(number)
    case .real(let number):
      if isOfDecimals { values.sum.add(decimal: number) } else { values.sum.add(number) }
    case nil:
      do throws(ExpressionFault) {
        guard let value = try aggregate.operand.decode(arguments[1]) else {
          isUnanswered = true
          return
        }
        values.add(value)
      } catch {
        fault = fault ?? error
      }
    }
  }

  func result() throws(FunctionFault) -> SQLiteValue {
    var (value, fault) = (Value?.none, fault)
    do throws(ExpressionFault) {
      if fault == nil, !isUnanswered { value = try values.result(of: aggregate.name) }
    } catch {
      fault = error
    }
    return try aggregate.use.form(of: value, aggregate.coding, fault)
  }
}

extension DerivedValue.Argument {
  /// The value of an argument; `nil` when it does not answer.
  func decode(_ cell: StoredCell) throws(ExpressionFault) -> Value? {
    switch self {
    case .column(let coding): coding.decode(cell)
    case .exact: try ExactForm.decode(cell)
    }
  }
}
