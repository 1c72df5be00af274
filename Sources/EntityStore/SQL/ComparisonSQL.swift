import EntityModel
import FoundationEssentials
import Qualifiers
import SQLite

/// One side of a comparison.
enum SQLOperand {
  case constant(Value)
  case column(SelectScope.Column)
  /// An expression over columns, and what its values are.
  case computed(SQLFragment, ColumnCoding)
  /// The object at the end of to-one relationships, by a column that is null only when there is none.
  case object(SelectScope.Column)

  var coding: ColumnCoding? {
    switch self {
    case .constant: nil
    case .column(let column), .object(let column): column.coding
    case .computed(_, let coding): coding
    }
  }
}

/// Comparisons of operands as SQL.
enum ComparisonSQL {
  static func comparison(
    _ left: SQLOperand,
    _ op: Qualifier.Operator,
    _ right: SQLOperand
  ) throws(StoreError) -> SQLFragment {
    switch op {
    case .equal: return try relation(left, "=", right)
    case .notEqual: return try relation(left, "<>", right)
    case .less: return try relation(left, "<", right)
    case .lessOrEqual: return try relation(left, "<=", right)
    case .greater: return try relation(left, ">", right)
    case .greaterOrEqual: return try relation(left, ">=", right)
    case .like, .ilike, .matches, .contains, .beginsWith, .endsWith:
      return try text(left, op, right)
    }
  }

  /// Null, or no object there.
  static func isNull(_ operand: SQLOperand) throws(StoreError) -> SQLFragment {
    switch operand {
    case .constant(let value): SQLFragment(value.isNull ? "1" : "0")
    case .column(let column), .object(let column): SQLFragment(column.sql + " IS NULL")
    case .computed(let fragment, _): fragment + " IS NULL"
    }
  }

  /// True, or a number that is not 0.
  static func truth(_ operand: SQLOperand) throws(StoreError) -> SQLFragment {
    switch operand {
    case .constant(.bool(let isTrue)): return SQLFragment(isTrue ? "1" : "0")
    case .constant(.null): return SQLFragment("NULL")
    case .column(let column) where [.bool, .integer, .any].contains(column.coding.type):
      return SQLFragment(column.sql + " <> 0")
    case .computed(let fragment, let coding) where coding.type == .bool: return fragment
    default: throw .unsupported("Only a boolean can stand alone as a condition.")
    }
  }

  static func membership(
    _ value: SQLOperand,
    _ members: SQLOperand
  ) throws(StoreError) -> SQLFragment {
    guard case .constant(.list(let list)) = members else {
      // A path that passes a to-many relationship has become its elements already.
      return try relation(value, "=", members)
    }
    guard !list.isEmpty else { return SQLFragment("0") }
    let left = try fragment(value, besides: nil)
    var parameters: [SQLiteValue] = []
    for member in list { parameters.append(try encode(member, for: value.coding)) }
    let marks = Array(repeating: "?", count: list.count).joined(separator: ", ")
    let collation = list.contains { $0.string != nil } ? " COLLATE BINARY" : ""
    return left + collation + SQLFragment(" IN (\(marks))", parameters)
  }

  // MARK: Order and equality

  private static func relation(
    _ left: SQLOperand,
    _ op: String,
    _ right: SQLOperand
  ) throws(StoreError) -> SQLFragment {
    if let a = left.coding, let b = right.coding, a.isDate || b.isDate, a != b {
      throw .unsupported(
        "Two columns are compared that store dates differently; SQL would compare their spelling."
      )
    }
    let isText = [left, right].contains { if case .constant(.string) = $0 { true } else { false } }
    return try fragment(left, besides: right.coding) + " \(op) "
      + fragment(right, besides: left.coding)
      // Case matters in `=`, whatever the column's collation says.
      + (isText ? " COLLATE BINARY" : "")
  }

  private static func fragment(
    _ operand: SQLOperand,
    besides coding: ColumnCoding?
  ) throws(StoreError) -> SQLFragment {
    switch operand {
    case .constant(let value): SQLFragment("?", [try encode(value, for: coding)])
    case .column(let column): SQLFragment(column.sql)
    case .computed(let fragment, _): fragment
    case .object(let column): SQLFragment(column.sql)
    }
  }

  /// A constant as the column beside it stores it; text that reads as a date counts as one beside a date.
  private static func encode(
    _ value: Value,
    for coding: ColumnCoding?
  ) throws(StoreError) -> SQLiteValue {
    guard let coding else { return try ColumnCoding.raw.encode(value) }
    if coding.isDate, let text = value.string {
      let dated = coding.type == .time ? "1970-01-01 " + text : text
      if let date = Date(wallClock: dated) { return try coding.encode(.date(date)) }
    }
    return try coding.encode(value)
  }

  // MARK: Text

  private static func text(
    _ left: SQLOperand,
    _ op: Qualifier.Operator,
    _ right: SQLOperand
  ) throws(StoreError) -> SQLFragment {
    guard case .constant(let value) = right else {
      throw .unsupported("The right side of '\(op.rawValue)' has to be a text.")
    }
    if value.isNull { return SQLFragment("NULL") }
    guard let pattern = value.string else {
      throw .unsupported("The right side of '\(op.rawValue)' has to be a text.")
    }
    let subject = try fragment(left, besides: nil)
    switch op {
    case .beginsWith:
      return subject + SQLFragment(" GLOB ?", [.text(GlobPattern.escaped(pattern) + "*")])
    case .endsWith:
      return subject + SQLFragment(" GLOB ?", [.text("*" + GlobPattern.escaped(pattern))])
    case .contains:
      return "instr(" + subject + SQLFragment(", ?) > 0", [.text(pattern)])
    case .like:
      return subject + SQLFragment(" GLOB ?", [.text(GlobPattern.converted(pattern))])
    case .ilike where pattern.utf8.allSatisfy({ $0 < 0x80 }):
      return subject
        + SQLFragment(" LIKE ? ESCAPE '\\'", [.text(LikePattern.converted(pattern))])
    default:
      throw .unsupported("'\(op.rawValue)' cannot be asked of the database with this pattern.")
    }
  }
}

/// Patterns of GLOB, in which case matters.
private enum GlobPattern {
  /// Text that stands for itself.
  static func escaped(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
          ["*", "?", "["].contains(scalar) ? ["[", scalar, "]"] : [scalar]
        }
      )
    )
  }

  /// A pattern with `*` and `?`, which GLOB writes the same way.
  static func converted(_ pattern: String) -> String {
    String(
      String.UnicodeScalarView(
        pattern.unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
          scalar == "[" ? ["[", scalar, "]"] : [scalar]
        }
      )
    )
  }
}

/// Patterns of LIKE with a backslash as escape, in which the case of ASCII letters does not matter.
private enum LikePattern {
  static func converted(_ pattern: String) -> String {
    var result = ""
    for scalar in pattern.unicodeScalars {
      switch scalar {
      case "*": result += "%"
      case "?": result += "_"
      case "%", "_", "\\": result += "\\" + String(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension ColumnCoding {
  /// Whether the values are dates or times.
  var isDate: Bool { [.date, .time, .timestamp].contains(type) }
}
