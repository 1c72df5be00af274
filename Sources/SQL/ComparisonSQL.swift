import EntityStore
import Formatting
import Qualifiers

/// An operand of a comparison in SQL: a constant, a column, a computed expression or the object at the end of to-one
/// relationships.
enum SQLOperand {
  case constant(Value)
  case column(SelectScope.Column)
  /// A number or truth computed from columns; null only where that is meant.
  case computed(SQLFragment, ColumnCoding)
  /// The object at the end of to-one relationships, by a column that is null only when there is none.
  case object(SelectScope.Column)
}

/// A translator of comparisons between two operands into SQL.
///
/// A comparison calls the evaluator through the dialect, row by row, so that it means the same as in memory. If the column's
/// type lets SQL say the same, plain SQL is used instead. If SQL can only narrow the rows down, it does that first, by an index
/// if there is one.
struct ComparisonSQL {
  let dialect: any SQLDialect
  let isExact: Bool

  func comparison(
    _ left: SQLOperand,
    _ op: Qualifier.Operator,
    to right: SQLOperand
  ) throws(StoreError) -> SQLFragment {
    switch (left, right) {
    case (.object, _), (_, .object):
      throw .unsupported("Two objects cannot be compared; compare one of their properties.")
    case (.constant(let left), .constant(let right)): return constant(op.test(left, right))
    case (.constant(.null), _), (_, .constant(.null)): return SQLFragment(dialect.literal(nil))
    case (.column(let column), _) where column.isElement && op == .contains:
      // What contains is the list that the path gives: an element has to be equal.
      return try elementComparison(left, .equal, to: right)
    case (_, .constant(.list(let members))):
      if case .column(let column) = left, column.isElement, op == .equal || op == .notEqual {
        throw .unsupported("Two lists cannot be compared; use 'in' for one of several values.")
      }
      return try any(of: members, besides: left) { member throws(StoreError) in
        try comparison(left, op, to: .constant(member))
      }
    case (.constant, .column), (.constant, .computed):
      guard let turned = op.turned else { return try test(left, op, to: right) }
      return try comparison(right, turned, to: left)
    default: return try elementComparison(left, op, to: right)
    }
  }

  private func elementComparison(
    _ left: SQLOperand,
    _ op: Qualifier.Operator,
    to right: SQLOperand
  ) throws(StoreError) -> SQLFragment {
    if op == .matches, case .constant(.string(let pattern)) = right {
      do { _ = try RegularExpression(pattern) } catch {
        throw .unsupported("The pattern '\(pattern)' cannot be read: \(error.message)")
      }
    }
    if case .computed(let fragment, _) = left, case .constant(let value) = right, op.looksAtWhole,
      let number = value.storedNumber
    {
      return fragment + SQLFragment(" \(op.sql) ?", [number])
    }
    guard !isExact, case .column(let column) = left, case .constant(let value) = right,
      let narrowing = IndexCondition(column, op, to: value, in: dialect)
    else { return try test(left, op, to: right) }
    // A test is kept as long as the connection: none is made that is not asked.
    if narrowing.isEnough {
      guard let others = narrowing.others else { return narrowing.sql }
      return "(" + narrowing.sql + " OR (" + others + " AND " + (try test(left, op, to: right))
        + "))"
    }
    return "(" + narrowing.sql + " AND " + (try test(left, op, to: right)) + ")"
  }

  /// Null, or no object there.
  func isNull(_ operand: SQLOperand) throws(StoreError) -> SQLFragment {
    switch operand {
    case .constant(.list(let members)):
      SQLFragment(dialect.literal(members.contains(where: \.isNull)))
    case .constant(let value): SQLFragment(dialect.literal(value.isNull))
    case .column(let column), .object(let column): SQLFragment(column.sql + " IS NULL")
    case .computed(let fragment, _): fragment + " IS NULL"
    }
  }

  /// Returns the SQL condition for the truth of a value.
  func truth(_ operand: SQLOperand) throws(StoreError) -> SQLFragment {
    switch operand {
    case .constant(let value): return constant(value.truth)
    case .object(let column):
      // An object is true because it is there.
      return SQLFragment(
        "CASE WHEN \(column.sql) IS NULL THEN NULL ELSE \(dialect.literal(true)) END"
      )
    case .computed(let fragment, _): return dialect.isNotZero(fragment)
    case .column(let column):
      let function = RowTest(test: .truth, left: .stored(column.coding))
      let exact = try dialect.test(function, [SQLFragment(column.sql)])
      guard !isExact, column.kind == .numeric else { return exact }
      let narrow = "\(column.sql) <> 0 AND (\(dialect.holdsInteger(column.sql)) OR "
      return "(" + SQLFragment(narrow) + exact + "))"
    }
  }

  /// Whether the value is one of the members.
  func membership(_ value: SQLOperand, _ members: SQLOperand) throws(StoreError) -> SQLFragment {
    switch members {
    case .constant(.list(let list)):
      if !isExact, case .column(let column) = value,
        let all = IndexCondition(column, isOneOf: list, dialect)
      {
        return all.sql
      }
      return try any(of: list, besides: value) { member throws(StoreError) in
        try membership(value, .constant(member))
      }
    case .constant(.dictionary(let entries)):
      return try membership(value, .constant(.list(entries.keys.sorted().map { .string($0) })))
    default: return try comparison(value, .equal, to: members)
    }
  }

  // MARK: Pieces

  /// Yes when one of them is; of none it is no, or unknown beside null.
  private func any(
    of values: [Value],
    besides operand: SQLOperand,
    _ condition: (Value) throws(StoreError) -> SQLFragment
  ) throws(StoreError) -> SQLFragment {
    guard !values.isEmpty else {
      return "CASE WHEN " + (try isNull(operand)) + " THEN NULL ELSE \(dialect.literal(false)) END"
    }
    var fragments: [SQLFragment] = []
    for value in values { fragments.append(try condition(value)) }
    return "(" + .chain(fragments, " OR ") + ")"
  }

  private func constant(_ truth: Truth) -> SQLFragment {
    SQLFragment(dialect.literal(truth.bool))
  }

  /// The comparison as the evaluator makes it.
  private func test(
    _ left: SQLOperand,
    _ op: Qualifier.Operator,
    to right: SQLOperand
  ) throws(StoreError) -> SQLFragment {
    var arguments: [SQLFragment] = []
    func side(_ operand: SQLOperand) -> RowTest.Side {
      switch operand {
      case .constant(let value): return .constant(value)
      case .column(let column), .object(let column):
        arguments.append(SQLFragment(column.sql))
        return .stored(column.coding)
      case .computed(let fragment, let coding):
        arguments.append(fragment)
        return .stored(coding)
      }
    }
    let function = RowTest(test: .comparison(op), left: side(left), right: side(right))
    return try dialect.test(function, arguments)
  }
}

extension Qualifier.Operator {
  /// How SQL spells it, if it compares by order or equality.
  var sql: String { self == .notEqual ? "<>" : rawValue }
}

extension Value {
  /// The number as a column stores it exactly; `nil` for what is none, and for decimals that only text can hold.
  var storedNumber: Value? {
    switch self {
    case .bool, .int, .double, .decimal:
      switch try? ColumnCoding.raw.encode(self) {
      case .string: nil
      case let stored: stored
      }
    default: nil
    }
  }
}
