import EntityModel
import Formatting
import Qualifiers
import SQL
import SQLite

/// Arithmetic on stored whole numbers and binary fractions that needs no values in between.
///
/// Whatever it has no number for, such as null or an overflow, is left to the evaluator.
indirect enum QuickNumber {
  case leaf(Int, isWhole: Bool)
  case constant(RowBatch.Scalar)
  case operation(QuickNumber, ArithmeticOperator, QuickNumber)

  /// `nil` for what is not made of numbers and arithmetic alone.
  init?(_ value: DerivedValue) {
    guard case .value(let expression) = value.content, case .arithmetic = expression.kind,
      value.use != .argument, value.coding?.writesRealsAsText != true
    else { return nil }
    self.init(expression, value)
  }

  private init?(_ expression: Expression, _ value: DerivedValue) {
    switch expression.kind {
    case .literal(.int(let number)): self = .constant(.integer(number))
    case .literal(.double(let number)): self = .constant(.real(number))
    case .path(let path):
      guard let index = value.leaves.firstIndex(of: .path(path)),
        case .column(let coding) = value.arguments[index],
        coding.kind == .integer || coding.kind == .number
      else { return nil }
      self = .leaf(index + 1, isWhole: coding.kind == .integer)
    case .arithmetic(let left, let sign, let right):
      guard let left = QuickNumber(left, value), let right = QuickNumber(right, value) else {
        return nil
      }
      self = .operation(left, sign, right)
    default: return nil
    }
  }

  /// The number for a row; `nil` where the evaluator has to be asked.
  func value(_ row: FunctionArguments) -> RowBatch.Scalar? {
    switch self {
    case .constant(let number): return number
    case .leaf(let index, let isWhole):
      let cell = index < row.count ? row.scalar(at: index) : nil
      switch cell {
      case .real: return cell
      case .integer where isWhole: return cell
      default: return nil
      }
    case .operation(let left, let sign, let right):
      guard let left = left.value(row), let right = right.value(row) else { return nil }
      if case .integer(let a) = left, case .integer(let b) = right {
        return Self.whole(a, sign, with: b)
      }
      return sign.real(left.real, right.real).map { .real($0) }
    }
  }

  private static func whole(
    _ a: Int64,
    _ sign: ArithmeticOperator,
    with b: Int64
  ) -> RowBatch.Scalar? {
    let (result, isTooBig): (Int64, Bool)
    switch sign {
    case .plus: (result, isTooBig) = a.addingReportingOverflow(b)
    case .minus: (result, isTooBig) = a.subtractingReportingOverflow(b)
    case .times: (result, isTooBig) = a.multipliedReportingOverflow(by: b)
    case .divided, .remainder: return nil
    }
    return isTooBig ? nil : .integer(result)
  }
}

extension RowBatch.Scalar {
  fileprivate var real: Double {
    switch self {
    case .null: .nan
    case .integer(let number): Double(number)
    case .real(let number): number
    }
  }
}
