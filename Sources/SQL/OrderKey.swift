import Formatting
package import Qualifiers

/// A sort column of a statement that gives rows a total order: its collation, direction and position of nulls.
///
/// Sort orderings come first, then the columns that identify the row.
package struct OrderKey: Sendable, Hashable {
  /// The column, with its alias.
  package var column: String
  /// How texts are compared, when not as the column says: the name of a collation.
  package var collation: String?
  package var isDescending: Bool
  package var isNullable: Bool
  /// Whether null stands behind everything else.
  package var putsNullsLast: Bool
  /// Whether the engine puts null before everything else, and last when descending, where nothing is said.
  private var comesFirst = true

  /// A key that is never null, smallest first.
  package init(column: String) {
    self.column = column
    (isDescending, isNullable, putsNullsLast) = (false, false, false)
  }

  /// A column in an order; without one smallest first.
  package init(
    _ column: SelectScope.Column,
    _ ordering: SortOrdering? = nil,
    in dialect: any SQLDialect
  ) {
    self.column = column.sql
    // What only identifies a row is told apart text by text.
    collation = ordering.flatMap {
      column.isInKeyForm ? nil : dialect.collation($0.comparison, column.coding)
    }
    comesFirst = dialect.putsNullsFirst
    isDescending = ordering?.isDescending ?? false
    isNullable = column.isNullable
    putsNullsLast = ordering?.putsNullsLast ?? false
  }

  /// The compared column, with its collation.
  package var sql: String { collation.map { "\(column) COLLATE \($0)" } ?? column }

  package func isDescending(backwards: Bool) -> Bool { isDescending != backwards }

  package func putsNullsLast(backwards: Bool) -> Bool { putsNullsLast != backwards }

  /// Returns the term for ORDER BY.
  package func term(backwards: Bool) -> String {
    let isDescending = isDescending(backwards: backwards)
    let direction = isDescending ? " DESC" : ""
    let isLast = putsNullsLast(backwards: backwards)
    guard isNullable, isLast != (isDescending == comesFirst) else { return sql + direction }
    return sql + direction + (isLast ? " NULLS LAST" : " NULLS FIRST")
  }
}

/// A namespace for the SQL conditions of keyset pagination: the rows after or before a given row, in segments for an index.
///
/// The rows behind a row with the key values (a, b, c) are: those with the same a and b and a greater c, then those with the
/// same a and a greater b, then those with a greater a. Taken one after the other they are in order, and each of them is one
/// stretch of an index, whatever the directions and wherever null stands.
package enum KeysetSegments {
  /// The conditions, nearest stretch first.
  package static func conditions(
    keys: [OrderKey],
    values: [Value],
    backwards: Bool,
    includingRow: Bool
  ) -> [SQLFragment] {
    var result: [SQLFragment] = []
    var isIncluded = !includingRow
    for index in keys.indices.reversed() {
      let prefix = (0..<index).map { equal(keys[$0], values[$0]) }
      let key = keys[index]
      let descending = key.isDescending(backwards: backwards)
      let nullsLast = key.isNullable && key.putsNullsLast(backwards: backwards)
      if !isIncluded {
        isIncluded = true
        guard values[index].isNull else {
          let comparison = SQLFragment(key.sql + (descending ? " <= ?" : " >= ?"), [values[index]])
          result.append(.joined(prefix + [comparison], " AND "))
          if nullsLast { result.append(.joined(prefix + [null(key)], " AND ")) }
          continue
        }
        result.append(.joined(prefix + [equal(key, values[index])], " AND "))
      }
      for beyond in beyond(key, values[index], descending: descending, nullsLast: nullsLast) {
        result.append(.joined(prefix + [beyond], " AND "))
      }
    }
    return result
  }

  private static func beyond(
    _ key: OrderKey,
    _ value: Value,
    descending: Bool,
    nullsLast: Bool
  ) -> [SQLFragment] {
    guard !value.isNull else {
      return nullsLast || !key.isNullable ? [] : [SQLFragment(key.column + " IS NOT NULL")]
    }
    let comparison = SQLFragment(key.sql + (descending ? " < ?" : " > ?"), [value])
    return nullsLast ? [comparison, null(key)] : [comparison]
  }

  private static func equal(_ key: OrderKey, _ value: Value) -> SQLFragment {
    value.isNull ? null(key) : SQLFragment(key.sql + " = ?", [value])
  }

  private static func null(_ key: OrderKey) -> SQLFragment { SQLFragment(key.column + " IS NULL") }
}
