import EntityModel
package import EntityStore
package import Formatting
package import Qualifiers

/// An aggregate that the program computes for a statement, because SQL would lose digits or compare stored texts.
package struct ComputedAggregate: Hashable {
  package let function: AggregateFunction
  /// The form of the values.
  package let operand: DerivedValue.Argument
  /// The form in which a column would store the aggregate; `nil` for the exact form of an argument.
  package let coding: ColumnCoding?
  /// The use of the aggregate, which decides over its form and the effect of a fault.
  package let use: DerivedValue.Use
  /// The aggregate as messages name it: `sum(total)`.
  package let name: String
}

/// Aggregates of columns as SQL: plain where it means the same, else a call of the program.
package enum AggregateSQL {
  /// The aggregate of a column's values over the rows of a statement or group, or the number of rows without a column.
  ///
  /// Messages call the aggregate `name`, such as `sum(total)`.
  package static func column(
    _ function: AggregateFunction,
    of column: SelectScope.Column?,
    named name: String,
    in dialect: any SQLDialect
  ) throws(StoreError) -> SelectScope.Column {
    func number(_ sql: String) -> SelectScope.Column {
      let coding = ColumnCoding(.integer)
      return SelectScope.Column(sql: sql, coding: coding, isNullable: false, kind: .numeric)
    }
    guard let column else { return number("count(*)") }
    let values = column.kind == .numeric ? column.sql : column.sql + dialect.byteOrder
    switch function {
    case .count: return number("count(\(column.sql))")
    case .distinct: return number("count(DISTINCT \(values))")
    case .min, .max:
      var bound = column
      (bound.sql, bound.isNullable) = ("\(function.rawValue)(\(values))", true)
      return bound
    case .sum, .avg, .median: break
    }
    let coding = coding(of: function, column.coding)
    let aggregate = ComputedAggregate(
      function: function,
      operand: .column(column.coding),
      coding: coding,
      use: .key,
      name: name
    )
    let call = try dialect.aggregate(aggregate, column.sql)
    // The engine says null of no rows.
    let sql = function == .sum ? "coalesce(\(call), \(try dialect.zero(coding, .key)))" : call
    var result = SelectScope.Column(sql: sql, coding: coding)
    result.isInKeyForm = coding.hasKeyForm
    return result
  }

  /// How the aggregate of a column is stored.
  package static func coding(
    of function: AggregateFunction,
    _ operand: ColumnCoding
  ) -> ColumnCoding {
    switch (function, operand.kind) {
    case (.min, _), (.max, _): operand
    case (.sum, .integer), (.sum, .any), (_, .number): ColumnCoding(operand.kind)
    case (.median, let kind) where kind != .integer && kind != .decimal: operand
    default: ColumnCoding(.decimal)
    }
  }
}

extension SelectScope.Column {
  /// Whether the engine tells apart and orders what is stored as the program does the values: numbers, texts, bytes, and
  /// moments that are counted in no more digits than the program's have.
  var isOrderedAsStored: Bool {
    if coding.isDate {
      let isExact = coding.storage.count.map { $0.perSecond <= 1e6 } ?? (coding.storage == .digits)
      return isExact && kind == .numeric
    }
    return coding.kind != .decimal || kind == .numeric
  }
}

extension ColumnCoding {
  /// Whether computed values are not ordered as the engine orders what it makes of them.
  package var hasKeyForm: Bool { isDate || kind == .decimal || kind == .any }
}

extension SQLDialect {
  /// The number 0 in the form of other results.
  func zero(_ coding: ColumnCoding?, _ use: DerivedValue.Use) throws(StoreError) -> String {
    guard use == .key, coding?.hasKeyForm == true else { return "0" }
    return try value(DerivedValue(.value(Expression(.literal(.int(0)))), coding, for: use), [])
  }
}
