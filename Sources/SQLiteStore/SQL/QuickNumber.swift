import EntityModel
import Formatting
import Qualifiers
import SQL
import SQLite

/// Arithmetic on stored whole numbers and binary fractions that needs no values in between.
///
/// Whatever it has no number for, such as null or an overflow, is left to the evaluator.
indirect enum QuickNumber {
  case leaf(Int, ColumnCoding)
  case constant(Number)
  case operation(QuickNumber, ArithmeticOperator, QuickNumber)

  enum Number {
    case whole(Int64), real(Double)

    var real: Double {
      switch self {
      case .whole(let number): Double(number)
      case .real(let number): number
      }
    }
  }

  /// `nil` for what is not made of numbers and arithmetic alone.
  init?(_ value: DerivedValue) {
    guard case .value(let expression) = value.content, case .arithmetic = expression.kind,
      value.use != .argument, value.coding?.writesRealsAsText != true,
      let quick = QuickNumber(expression, value)
    else { return nil }
    self = quick
  }

  private init?(_ expression: Expression, _ value: DerivedValue) {
    switch expression.kind {
    case .literal(.int(let number)): self = .constant(.whole(number))
    case .literal(.double(let number)): self = .constant(.real(number))
    case .path(let path):
      guard let index = value.leaves.firstIndex(of: .path(path)),
        case .column(let coding) = value.arguments[index],
        coding.kind == .integer || coding.kind == .number
      else { return nil }
      self = .leaf(index + 1, coding)
    case .arithmetic(let left, let sign, let right):
      guard sign != .remainder, let left = QuickNumber(left, value),
        let right = QuickNumber(right, value)
      else { return nil }
      self = .operation(left, sign, right)
    default: return nil
    }
  }

  /// The number for a row; `nil` where the evaluator has to be asked.
  func value(_ row: FunctionArguments) -> Number? {
    switch self {
    case .constant(let number): return number
    case .leaf(let index, let coding):
      guard index < row.count else { return nil }
      let cell = row[index]
      switch cell.storageClass {
      case .real: return .real(cell.double)
      case .integer where coding.kind == .integer: return .whole(cell.int)
      default: return nil
      }
    case .operation(let left, let sign, let right):
      guard let left = left.value(row), let right = right.value(row) else { return nil }
      guard case .whole(let a) = left, case .whole(let b) = right else {
        return Self.real(left.real, sign, with: right.real)
      }
      return Self.whole(a, sign, with: b)
    }
  }

  private static func whole(_ a: Int64, _ sign: ArithmeticOperator, with b: Int64) -> Number? {
    let result: (partialValue: Int64, overflow: Bool)
    switch sign {
    case .plus: result = a.addingReportingOverflow(b)
    case .minus: result = a.subtractingReportingOverflow(b)
    case .times: result = a.multipliedReportingOverflow(by: b)
    case .divided, .remainder: return nil
    }
    return result.overflow ? nil : .whole(result.partialValue)
  }

  private static func real(_ a: Double, _ sign: ArithmeticOperator, with b: Double) -> Number? {
    let result: Double
    switch sign {
    case .plus: result = a + b
    case .minus: result = a - b
    case .times: result = a * b
    case .divided where b != 0: result = a / b
    case .divided, .remainder: return nil
    }
    return result.isNaN ? nil : .real(result)
  }
}
