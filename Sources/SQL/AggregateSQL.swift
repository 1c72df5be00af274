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
      if column.isOrderedAsStored {
        let sql = "\(function.rawValue)(\(values))"
        return SelectScope.Column(sql: sql, coding: column.coding, kind: column.kind)
      }
    case .sum, .avg, .median: break
    }
    let coding = coding(of: function, column.coding)
    let aggregate = ComputedAggregate(
      function: function,
      operand: .column(column.coding),
      coding: coding,
      use: .term,
      name: name
    )
    let call = try dialect.aggregate(aggregate, column.sql)
    // The engine says null of no rows.
    let sql = function == .sum ? "coalesce(\(call), 0)" : call
    return SelectScope.Column(sql: sql, coding: coding)
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
  /// Whether values are ordered as the engine orders what is stored: numbers, texts, bytes.
  package var isOrderedAsStored: Bool {
    coding.keepsText || coding.kind == .decimal && kind == .numeric
  }
}
