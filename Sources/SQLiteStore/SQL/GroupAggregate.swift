import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import SQLite

/// A statement calls `d2t_aggregate(number, column)`; the number says what is computed.
extension ComputedAggregate {
  static let functionName = "d2t_aggregate"
}

/// A computed aggregate of one group of rows.
final class GroupAggregate: RowAggregate {
  private let aggregate: ComputedAggregate
  /// Whether stored numbers are added up as they are.
  private let isSum: Bool
  private let kind: NumberSum.Kind
  private var values: Aggregation
  private var fault: ExpressionFault?
  /// Whether a value did not answer.
  private var isUnanswered = false

  init(_ aggregate: ComputedAggregate) {
    self.aggregate = aggregate
    let isSum = aggregate.function == .sum || aggregate.function == .avg
    if case .column(let coding) = aggregate.operand {
      kind = NumberSum.Kind(coding.kind)
      self.isSum = isSum && (coding.kind.isNumber || coding.kind == .any)
    } else {
      (kind, self.isSum) = (.whole, isSum)
    }
    values = Aggregation(aggregate.function, of: kind)
  }

  func add(_ arguments: FunctionArguments) {
    let cell = arguments[1]
    // Numbers are most of what is added up.
    switch cell.storageClass {
    case .null: return
    case .integer where isSum: values.add(whole: cell.int)
    case .real where isSum && kind == .decimal: values.add(decimal: cell.double)
    case .real where isSum: values.add(binary: cell.double)
    default:
      switch aggregate.operand {
      case .column(let coding): values.add(coding.decode(cell))
      case .exact:
        do throws(ExpressionFault) {
          guard let value = try ExactForm.decode(cell) else { return isUnanswered = true }
          values.add(value)
        } catch {
          fault = fault ?? error
        }
      }
    }
  }

  func result() throws(FunctionFault) -> SQLiteValue {
    var value: Value?
    do throws(ExpressionFault) {
      if fault == nil, !isUnanswered { value = try values.result(of: aggregate.name) }
    } catch {
      fault = error
    }
    return try aggregate.use.form(of: value, aggregate.coding, fault)
  }
}
