import EntityModel
import Formatting
import Qualifiers

/// Arithmetic on stored whole numbers and binary fractions as SQL, with the condition under which it is exact.
///
/// The evaluator gives the result of other rows: those where a column has a text or nothing, or a whole number grows beyond 64
/// bits.
struct NumberSQL {
  private let sql: String
  private let isWhole: Bool
  private var conditions: [String] = []

  /// `nil` for what is not made of numbers and arithmetic alone.
  init?(_ value: DerivedValue, columns: [String], in dialect: any SQLDialect) {
    guard case .value(let expression) = value.content, case .arithmetic = expression.kind,
      value.coding?.writesRealsAsText != true,
      value.use != .key || value.coding?.hasKeyForm == false,
      let number = NumberSQL(expression, of: value, columns: columns, in: dialect),
      !number.conditions.isEmpty,
      value.use != .argument || value.coding?.kind == (number.isWhole ? .integer : .number)
    else { return nil }
    self = number
  }

  private init?(
    _ expression: Expression,
    of value: DerivedValue,
    columns: [String],
    in dialect: any SQLDialect
  ) {
    switch expression.kind {
    case .literal(.int(let number)): (sql, isWhole) = (dialect.literal(.int(number)), true)
    case .literal(.double(let number)): (sql, isWhole) = (dialect.literal(.double(number)), false)
    case .path(let path):
      guard let index = value.leaves.firstIndex(of: .path(path)),
        case .column(let coding) = value.arguments[index],
        coding.kind == .integer || coding.kind == .number
      else { return nil }
      (sql, isWhole) = (columns[index], coding.kind == .integer)
      conditions = [isWhole ? dialect.holdsInteger(sql) : dialect.holdsReal(sql)]
    case .arithmetic(let left, let sign, let right):
      guard let left = NumberSQL(left, of: value, columns: columns, in: dialect),
        let right = NumberSQL(right, of: value, columns: columns, in: dialect), sign != .remainder
      else { return nil }
      isWhole = left.isWhole && right.isWhole
      // A quotient of whole numbers is a decimal.
      guard sign != .divided || !isWhole else { return nil }
      sql = "(\(left.sql) \(sign.rawValue) \(right.sql))"
      conditions = left.conditions + right.conditions
      if isWhole { conditions.append(dialect.holdsInteger(sql)) }
      if sign == .divided { conditions.append("\(right.sql) <> 0") }
    default: return nil
    }
  }

  /// The number, for rows of which the condition does not hold by `other`.
  func sql(or other: String) -> String {
    var seen: Set<String> = []
    let conditions = conditions.filter { seen.insert($0).inserted }.joined(separator: " AND ")
    return "CASE WHEN \(conditions) THEN \(sql) ELSE \(other) END"
  }
}
